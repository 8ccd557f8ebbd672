/** Texts with markup: what sanitizes them is loaded where there are some. */
import { lazy } from 'react'
import { withFullLook } from '../../../ui/load-full-look.ts'

export const Html = lazy(async () => ({ default: (await withFullLook(import('./Html.tsx'))).Html }))
