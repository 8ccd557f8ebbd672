/**
 * The one tooltip: 8 px away from the screen's edge, in after 10 ms, out after 200 ms (spec section 9).
 * Also shown on keyboard focus.
 *
 *   <Tooltip label={text}><ActionIcon aria-label={text}>…</ActionIcon></Tooltip>
 */
import { Tooltip as MantineTooltip, type TooltipProps } from '@mantine/core'

const events = { hover: true, focus: true, touch: false }

export function Tooltip({ children, ...props }: Omit<TooltipProps, 'openDelay' | 'closeDelay' | 'events'>) {
  return (
    <MantineTooltip
      openDelay={10}
      closeDelay={200}
      events={events}
      offset={6}
      middlewares={{ shift: { padding: 8 }, flip: { padding: 8 } }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      fz={12}
      {...props}
    >
      {children}
    </MantineTooltip>
  )
}
