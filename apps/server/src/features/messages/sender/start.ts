/** Starts the sender of a process, with the transports of the teams' senders. */
import { senderSettingsSchema } from '@muster/contract/messages/senders.api'
import type { Deps } from '../../../engine/public.ts'
import { transportOf } from '../transports/transport-of.ts'
import type { Composer } from './composer.ts'
import { SendLoop } from './loop.ts'

/** Call it in each process that runs jobs. */
export function startSending(
  deps: Pick<Deps, 'config' | 'pool' | 'live' | 'log'>,
  composer: Composer,
): { stop(): Promise<void> } {
  const loop = new SendLoop({
    deps,
    composer,
    transportOf: (sender) =>
      transportOf(deps.config, { ...sender, settings: senderSettingsSchema.parse(sender.settings) }),
  })
  loop.start()
  return { stop: () => loop.stop() }
}
