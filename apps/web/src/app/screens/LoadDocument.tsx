/** Instead of a page that has an entry of its own: it is loaded from the server. */
import { useEffect } from 'react'
import { PageSkeleton } from '../../ui/Skeletons.tsx'

export function LoadDocument() {
  useEffect(() => window.location.reload(), [])
  return <PageSkeleton />
}
