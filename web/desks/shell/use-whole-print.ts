import { useEffect } from 'react'

/**
 * What is folded is opened while the page is printed, and folded again after it. Outside React: the
 * browser's own `<details>`, wherever they stand.
 */
export function useWholePrint(): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = []
    const open = () => {
      const folded = document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')
      opened = [...folded]
      for (const one of opened) {
        // Of several with one name the browser keeps a single one open.
        one.dataset.name = one.getAttribute('name') ?? ''
        one.removeAttribute('name')
        one.open = true
      }
    }
    const close = () => {
      for (const one of opened) {
        one.open = false
        if (one.dataset.name) one.setAttribute('name', one.dataset.name)
        delete one.dataset.name
      }
      opened = []
    }
    addEventListener('beforeprint', open)
    addEventListener('afterprint', close)
    return () => {
      removeEventListener('beforeprint', open)
      removeEventListener('afterprint', close)
    }
  }, [])
}
