import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { jpegOf } from '#tests/claim-way.ts'
import { joinedPhotographs, sentJpeg } from './joined-photographs.ts'

const place = { latitude: 43.238949, longitude: 76.889709 }
const picture = (progressive: boolean) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#0b6e69' } })
    .withExif({ IFD0: { Make: 'Samsung', BodySerialNumber: 'R58M123456' } })
    .jpeg({ progressive })
    .toBuffer()

test.each([false, true])('notes go and the picture stays, progressive: %s', async (progressive) => {
  const sent = await picture(progressive)
  expect(sent.includes('R58M123456')).toBe(true)
  const kept = Buffer.from(sentJpeg(sent))
  expect(kept.includes('Exif')).toBe(false)
  expect(kept.includes('R58M123456')).toBe(false)
  const [before, after] = await Promise.all([sent, kept].map((one) => sharp(one).raw().toBuffer()))
  expect(after?.equals(before ?? Buffer.alloc(0))).toBe(true)
})

test('notes of every part, a second picture and words behind the end go', async () => {
  const sent = await picture(false)
  const part = (marker: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)])
  const with_ = Buffer.concat([
    sent.subarray(0, 2),
    part(0xe1, 'http://ns.adobe.com/xap/1.0/ SECRET-XMP'),
    part(0xe2, 'MPF SECRET-MPF'),
    part(0xed, 'Photoshop 3.0 SECRET-IPTC'),
    part(0xfe, 'SECRET-COMMENT'),
    sent.subarray(2),
    jpegOf({ place, own: 'SECRET-SECOND' }),
    Buffer.from('SECRET-TAIL'),
  ])
  const kept = Buffer.from(sentJpeg(with_))
  expect(kept.includes('SECRET')).toBe(false)
  expect((await sharp(kept).metadata()).width).toBe(640)
})

test("the insurer's paper does not hold what the camera wrote down", async () => {
  const pdf = await joinedPhotographs(
    [{ bytes: await picture(false), mime: 'image/jpeg', turns: 0, caption: 'Залал' }],
    { title: 'Залал', locale: 'kz', at: new Date(0) },
  )
  expect(Buffer.from(pdf).includes('R58M123456')).toBe(false)
})

test('bytes of any kind come to an end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (tail) => {
      const kept = sentJpeg(Buffer.concat([Buffer.from([0xff, 0xd8]), tail, Buffer.from([0, 0])]))
      expect(kept.length).toBeLessThanOrEqual(tail.length + 6)
    }),
  )
})
