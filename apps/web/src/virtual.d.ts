/** Virtual modules of the build plugins in ../build. */
declare module 'virtual:endpoints' {
  export * from '@muster/contract/features'
}
declare module 'virtual:endpoints/*' {
  /** Method, path, kind, access if it is public, reads and changes by name. */
  export const endpoints: Record<string, object>
}
declare module 'virtual:icon-glyphs' {
  /** name -> `<hex code>.<styles: s, r, b>` */
  export const glyphs: Record<string, string>
  export const aliases: Record<string, string>
}
declare module 'virtual:icon-search' {
  /** name, label, search terms, styles */
  export const icons: [name: string, label: string, terms: string, styles: string][]
}
declare module 'virtual:texts' {
  /** By `<language>/<area>`: the texts of the area's namespaces. */
  export const texts: Record<string, (() => Promise<Record<string, ResourceKey>>) | undefined>
  type ResourceKey = import('i18next').ResourceKey
}
declare module 'virtual:world-map' {
  /** Address of the world's countries as GeoJSON. */
  export const worldMapUrl: string
}
