/** Moves steps and tasks by pointer and keyboard: what is taken, where it is, saving the order. */
import type { WizardStep } from '@muster/contract/wizards/wizards.schema'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import type { WizardsAdmin } from '../use-wizards-admin.ts'
import {
  isSameOrder,
  moved,
  type Order,
  orderOf,
  type Place,
  placeByKey,
  placeOf,
  type Taken,
} from './order.ts'

export interface StepOrder {
  /** As shown: with what is dragged where it would be dropped. */
  order: Order
  taken: (Taken & { by: 'pointer' | 'keyboard' }) | null
  /** What was last dropped or put back by keyboard, and keeps the focus. */
  landed: Taken | null
  /** The last step in words, for screen readers. */
  announcement: string
  take(taken: Taken, by: 'pointer' | 'keyboard'): void
  moveTo(place: Place): void
  drop(): void
  cancel(): void
  /** A key on the handle; true if it was used. */
  onKey(key: string, own: Taken): boolean
}

/** What one handle shows; the same for all that nothing happens to, so that only those that move are drawn again. */
export interface HandleState {
  taken: 'pointer' | 'keyboard' | null
  isLanded: boolean
  /** Where it has been moved to. */
  place: string
}

const atRest: HandleState = { taken: null, isLanded: false, place: '' }

export function handleStateOf({ order, taken, landed }: StepOrder, own: Taken): HandleState {
  const isOwn = (other: Taken | null) => other?.kind === own.kind && other.id === own.id
  if (!isOwn(taken) && !isOwn(landed)) return atRest
  const { step, at } = placeOf(order, own)
  return { taken: isOwn(taken) ? (taken?.by ?? null) : null, isLanded: isOwn(landed), place: `${step} ${at}` }
}

export function useOrder(
  { teamId, dataWizardId, steps }: { teamId: number; dataWizardId: number; steps: readonly WizardStep[] },
  admin: WizardsAdmin,
): StepOrder {
  const { t } = useTranslation('wizards')
  const saved = orderOf(steps)
  const [moving, setMoving] = useState<Order | null>(null)
  const [taken, setTaken] = useState<StepOrder['taken']>(null)
  const [landed, setLanded] = useState<Taken | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const order = moving ?? saved

  const nameOf = ({ kind, id }: Taken) =>
    (kind === 'step'
      ? steps.find((step) => step.id === id)
      : steps.flatMap(({ tasks }) => tasks).find((task) => task.id === id)
    )?.title ?? ''
  const say = (what: 'taken' | 'moved' | 'dropped' | 'cancelled', own: Taken, now: Order) => {
    const { step, at } = placeOf(now, own)
    const name = nameOf(own)
    if (own.kind === 'step')
      return setAnnouncement(t(`reorder.step.${what}`, { name, place: step + 1, count: now.length }))
    setAnnouncement(
      t(`reorder.task.${what}`, {
        name,
        step: steps.find(({ id }) => id === now[step]?.id)?.title ?? '',
        place: at + 1,
        count: now[step]?.stepTaskIds.length ?? 0,
      }),
    )
  }
  const take: StepOrder['take'] = (own, by) => {
    setTaken({ ...own, by })
    setLanded(null)
    setMoving(saved)
    say('taken', own, saved)
  }
  const moveTo = (place: Place) => {
    if (!taken) return
    const next = moved(order, taken, place)
    if (isSameOrder(next, order)) return
    setMoving(next)
    say('moved', taken, next)
  }
  const letGo = () => {
    setLanded(taken?.by === 'keyboard' ? taken : null)
    setTaken(null)
  }
  const cancel = () => {
    if (taken) say('cancelled', taken, saved)
    letGo()
    setMoving(null)
  }
  const drop = () => {
    if (!taken) return
    say('dropped', taken, order)
    letGo()
    if (isSameOrder(order, saved)) return setMoving(null)
    admin
      .performOnWizard(
        api.wizards.setOrder,
        { params: { teamId, dataWizardId }, body: { steps: order } },
        'reorder',
        () => true,
      )
      .catch(() => undefined)
      .finally(() => setMoving(null))
  }
  const onKey: StepOrder['onKey'] = (key, own) => {
    if (!taken) {
      if (key !== ' ' && key !== 'Enter') return false
      take(own, 'keyboard')
      return true
    }
    if (taken.by !== 'keyboard' || taken.id !== own.id || taken.kind !== own.kind) return false
    if (key === ' ' || key === 'Enter') drop()
    else if (key === 'Escape') cancel()
    else if (key === 'Tab') {
      cancel()
      return false
    } else {
      const place = placeByKey(order, taken, key)
      if (place) moveTo(place)
      return key.startsWith('Arrow')
    }
    return true
  }
  const latest = useRef(onKey)
  latest.current = onKey
  return {
    order,
    taken,
    landed,
    announcement,
    take,
    moveTo,
    drop,
    cancel,
    onKey: useCallback((key, own) => latest.current(key, own), []),
  }
}
