import { useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import { Part } from './part.tsx'
import words from './texts.ts'

export function Buttons() {
  const t = useTexts(words)
  const w = t.words
  return (
    <Part title={t.buttons}>
      <Button>{w.primary}</Button>
      <Button variant="secondary">{w.secondary}</Button>
      <Button variant="quiet">{w.quiet}</Button>
      <Button variant="danger">{w.danger}</Button>
      <Button busy>{w.busy}</Button>
      <Button disabled>{w.disabled}</Button>
      <Button size="small">{w.primary}</Button>
      <LinkButton href="#top" icon={<ArrowIcon />}>
        {w.secondary}
      </LinkButton>
    </Part>
  )
}
