/**
 * A link inside the app by its plain address; to other sites and to files an ordinary one.
 * Where the route is known at compile time use the router's own typed `Link`.
 */
import { type ComponentProps, type Ref, useContext } from 'react'
import { NavigationContext } from '../lib/navigation.ts'

type Props = Omit<ComponentProps<'a'>, 'ref'> & { href: string; ref?: Ref<HTMLAnchorElement> }

const isOutside = (href: string) => !href.startsWith('/') || href.startsWith('//') || href.startsWith('/api/')

export function AppLink({ href, ...props }: Props) {
  const Link = useContext(NavigationContext)?.Link
  if (!Link || isOutside(href) || props.target === '_blank') {
    return <a href={href} rel={props.target === '_blank' ? 'noreferrer' : undefined} {...props} />
  }
  return <Link to={href} {...(props as object)} />
}
