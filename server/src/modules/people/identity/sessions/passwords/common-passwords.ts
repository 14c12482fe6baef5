/**
 * Common passwords, as rules and not as a copied list: these words, alone or doubled, in any case, with letters
 * replaced by signs, before or after digits and punctuation. We chose the words for this purpose (MIT, like the
 * rest). With the usual endings they cover some hundred thousand passwords.
 */
const words = `
password passwort kennwort passphrase passcode pass pwd secret geheim motdepasse contrasena wachtwoord hallo hello hola
bonjour ciao welcome willkommen bienvenue letmein letmeinnow openup opensesame sesame access login logon signin user
username admin administrator root superuser guest gast test testing tester demo sample example changeme changeit change
default temp temporary temppass system server oracle mysql postgres linux ubuntu windows office outlook google facebook
instagram youtube amazon apple iphone android samsung nokia microsoft xbox playstation nintendo pokemon pikachu mario
zelda minecraft fortnite roblox starwars startrek matrix batman superman spiderman ironman joker gandalf hobbit frodo
skywalker yoda vader jedi master masterkey ninja samurai dragon drachen phoenix unicorn tiger lion eagle falcon shark
panther puma jaguar cobra viper wolf bear panda monkey donkey bunny rabbit kitty cat dog doggy puppy horse hunter
fisher flower blume rose lily daisy sunflower butterfly rainbow sunshine moonlight starlight star stars shadow thunder
lightning storm snow winter spring summer autumn fall sommer herbst fruehling january february march april may june july
august september october november december januar februar maerz juni juli oktober dezember monday tuesday wednesday
thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag love lover loveyou iloveyou
iloveu ichliebedich jetaime tequiero teamo amor liebe schatz honey baby babygirl babyboy sweetheart sweety angel angels
heaven princess prince queen king royal family familie mother father mama papa mum dad sister brother daughter freedom
peace hope faith trust jesus christ blessed god allah buddha church football fussball soccer baseball basketball hockey
tennis golf rugby cricket cycling running fitness yankees lakers cowboys steelers patriots packers eagles rangers
dodgers arsenal chelsea liverpool everton manchester united barcelona realmadrid juventus milan bayern dortmund schalke
hamburg berlin munich muenchen frankfurt koeln stuttgart hannover bremen dresden leipzig vienna wien zurich london paris
madrid lisbon rome roma milano amsterdam brussels dublin newyork boston chicago dallas houston texas california florida
america canada england germany deutschland france francia italia spain espana portugal polska russia china japan india
australia brazil mexico michael jennifer jessica ashley amanda andrew anthony daniel david matthew joshua robert thomas
william george charlie charles jordan justin nicole michelle samantha elizabeth stephanie melissa christian christopher
benjamin alexander alexandra andreas stefan martin peter klaus hans juergen wolfgang sabine petra monika claudia susanne
nathalie sophie marie julia laura anna lena emma mia hannah maria jose carlos luis pedro juan antonio francisco manuel
giovanni marco luca paolo pierre jean ivan sergey natasha olga mohamed ahmed ali fatima harley ferrari porsche mercedes
bmw audi toyota honda mustang corvette camaro chevy yamaha ducati kawasaki guitar piano music musik metallica nirvana
slipknot eminem beatles elvis madonna rockstar rocknroll guns police soldier army navy marine ranger sniper killer
hacker matrix cyber crypto bitcoin money dollar euro cash gold golden silver diamond crystal platinum black white red
blue green yellow orange purple pink chocolate cookie cookies banana cherry strawberry apple lemon coffee kaffee pizza
burger pepper ginger vanilla whiskey vodka beer wine computer laptop keyboard mouse monitor internet network website
online email webmaster service support helpdesk sales marketing finance accounting invoice order orders purchase
purchasing procurement supplier buyer buying einkauf bestellung rechnung business company firma work working worker
manager boss chief captain doctor teacher student school college university engineer developer programmer abc abcd
abcde abcdef abcdefg abcdefgh aaa bbb xxx zzz qwe qwer qwert qwerty qwertyuiop qwertz qwertzuiop azerty asdf asdfg
asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm yxcvbnm qazwsx qweasd qweasdzxc asdzxc wasd poiuy lkjhg mnbvc trustno nothing
whatever forever together always never someone anything blahblah trouble fuckyou fuckoff bitch asshole sexy hotmail
gmail yahoo biteme bigdog buster cooper maggie bailey tucker rocky lucky max molly sadie oliver simba felix garfield
snoopy mickey minnie donald goofy bambi scooby tweety barbie merlin arthur lancelot excalibur napoleon caesar spartan
trojan titan zeus apollo athena hercules wizard magic mystery galaxy universe planet mercury venus jupiter saturn neptune
`
  .trim()
  .split(/\s+/)

const knownPasswords: ReadonlySet<string> = new Set(words)

/** The usual endings. The tests count the words with these. */
const endings = ['', '1', '12', '123', '1234', '12345', '123456', '!', '1!', '123!', '01', '99']

/** A sample of the passwords that the rules cover. */
export function commonPasswords(): string[] {
  return [...knownPasswords].flatMap((word) => endings.map((ending) => word + ending))
}

/** Rows of keyboards and of the alphabet, in both directions: no piece of them is secret. */
const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6z7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((run) => [run, [...run].reverse().join('')])

const signs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase().replace(/\s+/g, '')
  if (isRun(plain) || isRepetition(plain)) return true
  const withoutEnds = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = [plain, withoutEnds, lettersOf(plain), lettersOf(withoutEnds)]
  // "p4ssw0rd1" without its ends is "p4ssw0rd". "pa$$word!" read as letters would end in an extra i.
  candidates.push(lettersOf(plain.replace(/[^\p{L}@$]+$/gu, '')))
  return candidates.some((text) => isWord(text) || isWord(halfOf(text)))
}

const isWord = (text: string): boolean => knownPasswords.has(text)

function lettersOf(text: string): string {
  return [...text].map((letter) => signs[letter] ?? letter).join('')
}

/** "hallohallo" is "hallo". "loveyou" is two words and is in the list. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2)
  return half + half === text ? half : ''
}

function isRun(text: string): boolean {
  const core = text.replace(/[^\p{L}\p{N}]+$/u, '')
  return (
    core.length >= 4 && text.length - core.length <= 2 && runs.some((run) => run.includes(core))
  )
}

/** One, two or three characters repeated, and pure numbers of up to ten digits, such as dates. */
function isRepetition(text: string): boolean {
  return /^(.{1,3})\1+.?$/u.test(text) || /^[0-9./-]{1,10}$/.test(text)
}
