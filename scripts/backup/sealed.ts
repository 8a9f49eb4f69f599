import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/**
 * A stream sealed with AES-256-GCM in frames, so that no byte is believed before its frame was
 * checked, however long the stream. Each file has a key of its own (HKDF of the secret and a random
 * salt); a frame's nonce is its number and whether it is the last, so that frames cannot be
 * changed, left out, moved or cut off the end unseen.
 */
const MAGIC = Buffer.from('QORGAN1\n')
const SALT_BYTES = 32
const HEAD_BYTES = MAGIC.length + SALT_BYTES
const TAG_BYTES = 16
const FRAME_BYTES = 256 * 1024
const SECRET_CHARACTERS = 32

export class BadBackup extends Error {
  override readonly name = 'BadBackup'
}

/**
 * The secret of the environment (`openssl rand -base64 32`), or a sentence about what is wrong with
 * it.
 */
export function backupSecret(given: string | undefined): string {
  if (!given)
    throw new BadBackup(
      'BACKUP_KEY is missing: at least 32 random characters, kept apart from the backups',
    )
  if (given.length < SECRET_CHARACTERS)
    throw new BadBackup(`BACKUP_KEY is shorter than ${SECRET_CHARACTERS} characters`)
  return given
}

const keyOf = (secret: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'qorgan backup', 32))

function nonceOf(frame: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(frame), 0)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

/** Plain bytes in, a sealed file out. */
export function sealing(secret: string): Transform {
  const salt = randomBytes(SALT_BYTES)
  const head = Buffer.concat([MAGIC, salt])
  const key = keyOf(secret, salt)
  let held: Buffer[] = []
  let size = 0
  let frame = 0
  const seal = (plain: Buffer, last: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(frame, last)).setAAD(head)
    frame += 1
    const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([length, body])
  }
  return new Transform({
    construct(done) {
      this.push(head)
      done()
    },
    transform(chunk: Buffer, _encoding, done) {
      held.push(chunk)
      size += chunk.length
      if (size > FRAME_BYTES) {
        const all = Buffer.concat(held)
        let at = 0
        for (; all.length - at > FRAME_BYTES; at += FRAME_BYTES)
          this.push(seal(all.subarray(at, at + FRAME_BYTES), false))
        held = [all.subarray(at)]
        size = all.length - at
      }
      done()
    },
    flush(done) {
      this.push(seal(Buffer.concat(held), true))
      done()
    },
  })
}

/**
 * A sealed file in, its plain bytes out; fails with `BadBackup` at the first frame that is not what
 * was written.
 */
export function opening(secret: string): Transform {
  let head: Buffer | null = null
  let key: Buffer = Buffer.alloc(0)
  let frame = 0
  let rest: Buffer = Buffer.alloc(0)
  const open = (body: Buffer, last: boolean): Buffer => {
    if (body.length < TAG_BYTES) throw new BadBackup('the backup is damaged or cut off')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(frame, last))
    decipher.setAAD(head ?? MAGIC).setAuthTag(body.subarray(-TAG_BYTES))
    frame += 1
    try {
      return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw new BadBackup(
        frame === 1
          ? 'the key is another one, or the backup is damaged'
          : 'the backup is damaged or cut off',
      )
    }
  }
  const guarded = (done: TransformCallback, work: () => void) => {
    try {
      work()
    } catch (cause) {
      return done(cause instanceof Error ? cause : new BadBackup(String(cause)))
    }
    done()
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      guarded(done, () => {
        rest = Buffer.concat([rest, chunk])
        if (!head && rest.length >= HEAD_BYTES) {
          head = Buffer.from(rest.subarray(0, HEAD_BYTES))
          if (!head.subarray(0, MAGIC.length).equals(MAGIC))
            throw new BadBackup('this is no backup of this product')
          key = keyOf(secret, head.subarray(MAGIC.length))
          rest = rest.subarray(HEAD_BYTES)
        }
        // The last frame is known only when nothing follows: it waits for the end.
        while (head && rest.length >= 4 && rest.length > 4 + rest.readUInt32BE(0)) {
          const end = 4 + rest.readUInt32BE(0)
          this.push(open(rest.subarray(4, end), false))
          rest = rest.subarray(end)
        }
        if (head && rest.length >= 4 && rest.readUInt32BE(0) > FRAME_BYTES + TAG_BYTES)
          throw new BadBackup('the backup is damaged')
      })
    },
    flush(done) {
      guarded(done, () => {
        if (!head || rest.length < 4 || rest.length !== 4 + rest.readUInt32BE(0))
          throw new BadBackup('the backup is damaged or cut off')
        this.push(open(rest.subarray(4), true))
      })
    },
  })
}
