import type { mapsApi } from '@muster/contract/maps/maps.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'

export function mapsRoutes({ config }: Pick<Deps, 'config'>): Handlers<typeof mapsApi> {
  const settings = async () => ({ tiles: config.mapTiles ?? null })
  return { settings, publicSettings: settings }
}
