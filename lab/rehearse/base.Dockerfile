# What deploy/ relies on of three public images, made from Debian's packages (base-images.sh).
FROM qorgan-rehearsal/debian AS packages
ENV DEBIAN_FRONTEND=noninteractive

FROM packages AS postgres
RUN mkdir -p /etc/postgresql-common \
    && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf \
    && apt-get update && apt-get install -y --no-install-recommends \
       -o Dpkg::Options::=--force-confold postgresql-18 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb
RUN rm -rf /var/lib/postgresql \
    && install -d -m 1777 -o postgres -g postgres /var/lib/postgresql /var/run/postgresql \
    && mkdir -p /docker-entrypoint-initdb.d \
    && sed -i "s/^#\?listen_addresses.*/listen_addresses = '*'/" \
       /usr/share/postgresql/18/postgresql.conf.sample
ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
COPY --chmod=755 postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENTRYPOINT ["docker-entrypoint.sh"]
STOPSIGNAL SIGINT
EXPOSE 5432
CMD ["postgres"]

FROM packages AS caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
RUN apt-get update && apt-get install -y --no-install-recommends caddy \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb \
    && mkdir -p /config/caddy /data/caddy
EXPOSE 80 443
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

# The publisher's signatures are not among the packages: the harmless file of eicar.org is known.
FROM packages AS clamav
RUN apt-get update && apt-get install -y --no-install-recommends clamav-daemon \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb && mkdir -p /var/lib/clamav \
    && printf '%s\n' 'Foreground yes' 'TCPSocket 3310' 'DatabaseDirectory /var/lib/clamav' \
       'User root' 'StreamMaxLength 100M' > /etc/clamav/clamd.conf \
    && echo '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature' > /var/lib/clamav/own.hdb
EXPOSE 3310
CMD ["clamd"]
