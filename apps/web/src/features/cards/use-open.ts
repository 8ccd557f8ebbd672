/** Which item of a list is open in its drawer, according to the address: `?card=12`, `?card=new`. */
import { useNavigate, useSearch } from '@tanstack/react-router'

export function useOpen(name: 'card' | 'group') {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const found = search[name]
  const open = (what: number | 'new' | null) => {
    const { [name]: _, ...rest } = search
    const next = what === null ? rest : { ...rest, [name]: what }
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }
  return { openId: typeof found === 'number' || found === 'new' ? found : null, open }
}
