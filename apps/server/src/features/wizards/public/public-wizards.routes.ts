/** Endpoints for people without a session who run a wizard. */
import type { Language } from '@muster/contract/paging'
import type { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import type { Deps } from '../../../engine/public.ts'
import type { Handlers } from '../../../platform/http/bind.ts'
import type { PublicContext } from '../../../platform/http/context.ts'
import { languagesOf } from '../../../platform/http/language.ts'
import type { Holder } from '../runs/run-by.ts'
import { RunService } from '../runs/runs.service.ts'
import { Challenges } from './challenge.ts'
import { ComeBack } from './come-back.ts'
import { limitAnswer } from './limits.ts'
import { PersonalLinks } from './personal-links.ts'
import { PublicWizardService, type Visit } from './public-wizards.service.ts'
import { runKeyOf } from './run-key.ts'
import { isRunToken } from './tokens.ts'
import { VerificationService } from './verification.ts'
import { VisitorUploads } from './visitor-uploads.ts'

export function publicWizardsRoutes(
  deps: Deps,
  runs: RunService = new RunService(deps),
): Handlers<typeof publicWizardsApi> {
  const challenges = new Challenges({ pool: deps.pool, secret: deps.config.secret })
  const wizards = new PublicWizardService(deps, runs, challenges)
  const verification = new VerificationService(deps, runs, challenges)
  const links = new PersonalLinks(deps, runs)
  const comeBack = new ComeBack(deps, runs)
  const behind = (token: string) => (isRunToken(token) ? comeBack : links)
  const uploads = new VisitorUploads(deps, runs)
  /** @throws AppError not_found unless the request has the run's key */
  const holderOf = async (
    { teamId, wizardRunId }: { teamId: number; wizardRunId: number },
    request: PublicContext['request'],
  ): Promise<Holder> => {
    const holder = { teamId, key: runKeyOf(request) }
    await runs.requireKey(holder, wizardRunId)
    return holder
  }
  return {
    challenge: (_input, { request }) => challenges.create(request.ip),
    get: ({ params, query }, context) =>
      wizards.get(params.teamId, params.dataWizardId, visitOf(context, query.language)),
    start: ({ params, body }, context) =>
      wizards.start(params.teamId, params.dataWizardId, body, visitOf(context, body.language)),
    getByToken: ({ params, query }, context) =>
      behind(params.token).get(params.token, visitOf(context, query.language)),
    startByToken: ({ params, body }, context) =>
      behind(params.token).start(params.token, visitOf(context, body.language)),
    getRun: async ({ params }, { request }) => runs.get(await holderOf(params, request), params.wizardRunId),
    async advance({ params, body: { website: _honeypot, ...body } }, { request }) {
      const by = await holderOf(params, request)
      await limitAnswer(deps.pool, request.ip)
      return runs.advance(by, params.wizardRunId, body)
    },
    back: async ({ params, body }, { request }) =>
      runs.back(await holderOf(params, request), params.wizardRunId, body.stepToken),
    language: async ({ params, body }, { request }) =>
      runs.setLanguage(await holderOf(params, request), params.wizardRunId, body.language),
    cancel: async ({ params }, { request }) =>
      runs.cancel(await holderOf(params, request), params.wizardRunId),
    async sendLink({ params, body }, { request }) {
      const by = await holderOf(params, request)
      const visit = { address: request.ip }
      return { isSent: await comeBack.sendLink(by, params.wizardRunId, body.address, visit) }
    },
    options: async ({ params, body }, { request }) =>
      runs.options(await holderOf(params, request), params.wizardRunId, body),
    async upload({ params, query }, { request }) {
      const { teamId, key } = await holderOf(params, request)
      return uploads.upload({ teamId, runId: params.wizardRunId, key, ...query }, request)
    },
    sendCode: ({ params, body }, context) =>
      verification.sendCode(params.teamId, params.dataWizardId, body, visitOf(context, body.language)),
    checkCode: ({ params, body }, context) =>
      verification.checkCode(params.teamId, params.dataWizardId, body, visitOf(context, body.language)),
  }
}

const visitOf = ({ request }: PublicContext, requested: Language | undefined): Visit => ({
  address: request.ip,
  languages: [requested, ...languagesOf(request)],
})
