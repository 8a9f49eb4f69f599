import type { Zone } from '#domain/claim-way/answers.ts'
import type { Scene } from '#domain/products.ts'

/** Shapes of the sketches by part; glass is drawn as glass. Later shapes cover earlier ones. */
type Shape = { zone: Zone; d: string; glass?: true }

/** A car from above, its front up: 200 × 400 and room for the words. */
const carShapes: readonly Shape[] = [
  { zone: 'front_bumper', d: 'M60 22Q100 8 140 22Q154 28 162 42H38Q46 28 60 22Z' },
  { zone: 'left_front_wing', d: 'M38 45H61V118H30V72Q31 54 38 45Z' },
  { zone: 'bonnet', d: 'M64 45H136V112Q100 100 64 112Z' },
  { zone: 'right_front_wing', d: 'M162 45H139V118H170V72Q169 54 162 45Z' },
  { zone: 'windscreen', d: 'M63 122Q100 108 137 122L130 155Q100 146 70 155Z', glass: true },
  { zone: 'left_front_door', d: 'M30 122H59L66 158V207H30Z' },
  { zone: 'right_front_door', d: 'M170 122H141L134 158V207H170Z' },
  { zone: 'roof', d: 'M70 159Q100 150 130 159V262Q100 270 70 262Z' },
  { zone: 'left_rear_door', d: 'M30 210H66V262L59 297H30Z' },
  { zone: 'right_rear_door', d: 'M170 210H134V262L141 297H170Z' },
  { zone: 'rear_window', d: 'M70 266Q100 274 130 266L137 298Q100 310 63 298Z', glass: true },
  { zone: 'left_rear_wing', d: 'M30 300H61V357H37Q31 346 30 332Z' },
  { zone: 'boot', d: 'M64 304Q100 316 136 304V357H64Z' },
  { zone: 'right_rear_wing', d: 'M170 300H139V357H163Q169 346 170 332Z' },
  { zone: 'rear_bumper', d: 'M38 360H162Q154 376 140 382Q100 394 60 382Q46 376 38 360Z' },
  { zone: 'left_headlight', d: 'M40 43Q42 30 58 25L63 42Z' },
  { zone: 'right_headlight', d: 'M160 43Q158 30 142 25L137 42Z' },
  { zone: 'left_mirror', d: 'M27 126Q10 122 10 134Q12 142 27 140Z' },
  { zone: 'right_mirror', d: 'M173 126Q190 122 190 134Q188 142 173 140Z' },
]
const carLines =
  'M61 132L68 158V204M139 132L132 158V204M68 212V260L62 288M132 212V260L138 288M30 208H66M170 208H134'

/** A room, its fourth wall taken away: 340 × 260. */
const roomShapes: readonly Shape[] = [
  { zone: 'ceiling', d: 'M4 4H336L276 56H64Z' },
  { zone: 'left_wall', d: 'M4 4L64 56V190L4 256Z' },
  { zone: 'right_wall', d: 'M336 4L276 56V190L336 256Z' },
  { zone: 'back_wall', d: 'M64 56H276V190H64Z' },
  { zone: 'floor', d: 'M4 256L64 190H276L336 256Z' },
  { zone: 'window', d: 'M92 76H152V126H92Z', glass: true },
  { zone: 'appliances', d: 'M196 84H254V122H196Z' },
  { zone: 'furniture', d: 'M84 196V164Q84 154 94 154H178Q188 154 188 164V196L180 206H92Z' },
  { zone: 'door', d: 'M296 92L322 80V236L296 212Z' },
  { zone: 'cupboard', d: 'M204 156H258V196H204Z' },
  { zone: 'lamp', d: 'M156 20H184L178 36H162Z' },
]
const roomLines = 'M122 76V126M92 101H152M84 180H188M136 154V180M302 152v8M231 156V196M170 6V20'

type Sketch = {
  box: string
  shapes: readonly Shape[]
  lines: string
  /** Words at the ends of the drawing, by their height. */
  ends: readonly { at: number; word: 'front' | 'rear' }[]
}

/** The drawing of each scene. */
export const sketches: Readonly<Record<Scene, Sketch>> = {
  road: {
    box: '0 -16 200 432',
    shapes: carShapes,
    lines: carLines,
    ends: [
      { at: 2, word: 'front' },
      { at: 408, word: 'rear' },
    ],
  },
  dwelling: { box: '0 0 340 260', shapes: roomShapes, lines: roomLines, ends: [] },
}
