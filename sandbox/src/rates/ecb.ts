import type { SandboxHttp } from '../http.ts'
import type { Day, History } from './history.ts'

const dayMs = 86_400_000
const days = 90

/** The bank publishes the rates of a day at about four in the afternoon, Frankfurt time. */
const outHour = 15

/** The reference rates of the last 90 days, in the form in which the European Central Bank publishes them. */
export function ecbRates({
  history,
  now,
}: {
  readonly history: History
  readonly now: () => Date
}) {
  return async (http: SandboxHttp): Promise<void> => {
    http.get('/rates/eurofxref-hist-90d.xml', async (_request, reply) => {
      const last = now().getTime() - (now().getUTCHours() < outHour ? dayMs : 0)
      const dates = Array.from({ length: days }, (_, at) => {
        return new Date(last - at * dayMs).toISOString().slice(0, 10)
      })
      return reply.type('text/xml').send(envelope(dates.filter(isWorkingDay).flatMap(cubeOf)))
    })
  }

  function cubeOf(date: string): string[] {
    const day = history.on(date)
    return day ? [`<Cube time="${date}">${ratesIn(day)}</Cube>`] : []
  }
}

function ratesIn({ rates }: Day): string {
  return [...rates]
    .filter(([currency]) => currency !== 'EUR')
    .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`)
    .join('')
}

function isWorkingDay(date: string): boolean {
  return ![0, 6].includes(new Date(date).getUTCDay())
}

function envelope(cubes: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>${cubes.join('')}</Cube></gesmes:Envelope>
`
}
