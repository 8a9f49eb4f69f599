/**
 * A page that is left again before its transition is drawn, or is not seen, has nobody to tell: the
 * browser's promises about the drawing are taken here, or they would end as uncaught errors.
 */
export function takeTransitions(): void {
  const take = ({ viewTransition }: PageSwapEvent | PageRevealEvent): void => {
    for (const promise of [viewTransition?.ready, viewTransition?.finished])
      promise?.catch(() => {})
  }
  addEventListener('pageswap', take)
  addEventListener('pagereveal', take)
}
