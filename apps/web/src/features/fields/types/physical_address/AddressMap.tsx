import type { ComponentProps } from 'react'
import { PointMap } from '../../../maps/public.ts'
import { useCellSource } from '../../source/record-source.ts'

/** A place on the map; its tiles are loaded when it is opened. */
export function AddressMap(props: Omit<ComponentProps<typeof PointMap>, 'tiles'>) {
  return <PointMap {...props} tiles={useCellSource().useMapTiles()} />
}
