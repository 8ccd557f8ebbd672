/** Lets the router navigate (`lib/navigation.ts`). */
import { Link, useRouter } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useMemo } from 'react'
import { NavigationContext } from '../lib/navigation.ts'

export function RouterNavigation({ children }: { children: ReactNode }) {
  const { history } = useRouter()
  const navigation = useMemo(() => ({ history, Link: RouterLink }), [history])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

const exact = { exact: true }

/** The router would mark every parent link as current too; `aria-current` is set where more is needed. */
function RouterLink(props: ComponentProps<typeof Link>) {
  return <Link activeOptions={exact} {...props} />
}
