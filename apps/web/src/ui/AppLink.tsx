/**
 * A link inside the app by its plain address; elsewhere and to files an ordinary one.
 * Where the route is known at compile time use the router's own typed `Link`.
 */
import { Link } from '@tanstack/react-router'
import type { ComponentProps, Ref } from 'react'

type Props = Omit<ComponentProps<'a'>, 'ref'> & { href: string; ref?: Ref<HTMLAnchorElement> }

const isOutside = (href: string) => !href.startsWith('/') || href.startsWith('//') || href.startsWith('/api/')

export function AppLink({ href, ...props }: Props) {
  if (isOutside(href) || props.target === '_blank') {
    return <a href={href} rel={props.target === '_blank' ? 'noreferrer' : undefined} {...props} />
  }
  return <Link to={href} {...(props as object)} />
}
