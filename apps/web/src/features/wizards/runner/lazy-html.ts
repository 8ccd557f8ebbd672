/** Texts with markup: what sanitizes them is loaded where there are some. */
import { lazy } from 'react'

export const Html = lazy(async () => ({ default: (await import('./Html.tsx')).Html }))
