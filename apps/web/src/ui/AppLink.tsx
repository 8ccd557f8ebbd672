/**
 * A link inside the app by its plain address; to other sites and to files an ordinary one.
 * Where the route is known at compile time use the router's own typed `Link`.
 */
import { Link } from '@tanstack/react-router'
import type { ComponentProps, Ref } from 'react'

type Props = Omit<ComponentProps<'a'>, 'ref'> & { href: string; ref?: Ref<HTMLAnchorElement> }

const isOutside = (href: string) => !href.startsWith('/') || href.startsWith('//') || href.startsWith('/api/')

const exact = { exact: true }

export function AppLink({ href, ...props }: Props) {
  if (isOutside(href) || props.target === '_blank') {
    return <a href={href} rel={props.target === '_blank' ? 'noreferrer' : undefined} {...props} />
  }
  // The router would mark every parent link as current too; `aria-current` is set where more is needed.
  return <Link to={href} activeOptions={exact} {...(props as object)} />
}
