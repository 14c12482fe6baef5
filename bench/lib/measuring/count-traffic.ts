import { Socket } from 'node:net'

/** What this process has sent since it started, by the kind of the other end. */
export type Traffic = {
  /** Statements that PostgreSQL executes, with the begin and the commit of a transaction. */
  statements: number
  redisCalls: number
  /** Writes to a socket of any kind: each is a system call, and mostly a packet. */
  socketWrites: number
  /** Of answers to clients, with their headers. */
  answerBytes: number
  /** Of messages to PostgreSQL and to Redis. */
  storeBytes: number
}

type Ports = { readonly http: number; readonly postgres: number; readonly redis: number }
/** Reads the next bytes of one connection, and returns how many commands have ended in them. */
type Count = (bytes: Buffer) => number
type Chunk = { readonly chunk: Buffer | string; readonly encoding: BufferEncoding }
type Writing = Record<'_write' | '_writev', (...values: never[]) => void>

/**
 * Counts what sockets of this process write. It reads the messages instead of asking the servers: their own counters
 * are shared, and mix what a request causes with what the bench does.
 */
export function countTraffic(ports: Ports): Traffic {
  const traffic: Traffic = {
    statements: 0,
    redisCalls: 0,
    socketWrites: 0,
    answerBytes: 0,
    storeBytes: 0,
  }
  const counters = new WeakMap<Socket, Count>()
  const counterOf = (socket: Socket, make: () => Count): Count => {
    const known = counters.get(socket) ?? make()
    counters.set(socket, known)
    return known
  }
  const add = (socket: Socket, bytes: Buffer) => {
    if (socket.localPort === ports.http) traffic.answerBytes += bytes.length
    else traffic.storeBytes += bytes.length
    if (socket.remotePort === ports.postgres) {
      traffic.statements += counterOf(socket, countStatements)(bytes)
    }
    if (socket.remotePort === ports.redis) {
      traffic.redisCalls += counterOf(socket, countRedisCalls)(bytes)
    }
  }
  const isCounted = ({ localPort, remotePort }: Socket) =>
    localPort === ports.http || remotePort === ports.postgres || remotePort === ports.redis

  const prototype = Socket.prototype as unknown as Writing
  const { _write: write, _writev: writeMany } = prototype
  prototype._write = function one(this: Socket, ...values: never[]) {
    const [chunk, encoding] = values as unknown as [Chunk['chunk'], BufferEncoding]
    if (isCounted(this)) {
      traffic.socketWrites += 1
      add(this, bytesOf({ chunk, encoding }))
    }
    write.apply(this, values)
  }
  prototype._writev = function many(this: Socket, ...values: never[]) {
    if (isCounted(this)) {
      traffic.socketWrites += 1
      add(this, Buffer.concat((values as unknown as [Chunk[]])[0].map(bytesOf)))
    }
    writeMany.apply(this, values)
  }
  return traffic
}

function bytesOf({ chunk, encoding }: Chunk): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
}

const execute = 0x45
const simpleQuery = 0x51
const lengthBytes = 4

/** PostgreSQL's messages are a letter, a length of four bytes, and the content. The first of a connection has no letter. */
function countStatements(): Count {
  let rest: Buffer = Buffer.alloc(0)
  let letterBytes = 0
  return (bytes) => {
    let count = 0
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= letterBytes + lengthBytes) {
      const ends = letterBytes + rest.readUInt32BE(letterBytes)
      if (rest.length < ends) break
      if (letterBytes === 1 && (rest[0] === execute || rest[0] === simpleQuery)) count += 1
      rest = rest.subarray(ends)
      letterBytes = 1
    }
    return count
  }
}

/** A command of Redis is a list of texts: `*2`, then for each text `$3` and the text, every one on a line of its own. */
function countRedisCalls(): Count {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    let count = 0
    for (let ends = endOfCommand(rest); ends > 0; ends = endOfCommand(rest)) {
      rest = rest.subarray(ends)
      count += 1
    }
    return count
  }
}

/** Zero while the command is incomplete. */
function endOfCommand(bytes: Buffer): number {
  let at = 0
  const numberAtLine = () => {
    const end = bytes.indexOf('\r\n', at)
    const value = end < 0 ? Number.NaN : Number(bytes.toString('latin1', at + 1, end))
    at = end + 2
    return value
  }
  const texts = numberAtLine()
  if (!(texts > 0)) return 0
  for (let text = 0; text < texts; text += 1) {
    const length = numberAtLine()
    if (Number.isNaN(length) || bytes.length < at + length + 2) return 0
    at += length + 2
  }
  return at
}
