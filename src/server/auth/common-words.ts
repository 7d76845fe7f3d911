/** What the commonest passwords are built from: words, given names, teams, films, and walks over a keyboard. */

/** Lower case; each is refused alone, doubled, and with weak digits before or after it. */
export const COMMON_WORDS: readonly string[] = `
password passwd passwort passw pass passwor passwrd pwd mypassword mypass mima mm motdepasse contrasena parola parol
senha haslo secret mysecret admin administrator root user guest master superuser system sysadmin manager login logon
access enter letmein welcome changeme default temp temporary test testing tester demo sample example server oracle
mysql database windows linux ubuntu apple google facebook twitter qwerty qwert qwe qwer qweasd qwertyu qwertyui
qwertyuiop asdf asd asdfg asdfgh asdfghjkl asdfjkl zxc zxcv zxcvb zxcvbn zxcvbnm qaz wsx edc rfv qazwsx qazwsxedc
wsxedc qweasdzxc azerty abc abcd abcde abcdef abcdefg abcdefgh xyz aaa bbb ccc ddd eee fff qqq www xxx zzz aaaa bbbb
aaaaaa asdasd qweqwe zxczxc iloveyou iloveu loveyou loveme lovely love lover loves lovelove mylove sweet sweety
sweetheart darling honey baby babe babygirl babyboy kiss kisses woaini woaiwojia woaiziji aini wobuaini zhangwei
wangwei wangfang liwei lijun lina zhangli liuyang wangjun zhangjun lili wangli zhang wang chen yang zhao huang zhou xu
sun liu li lin luo tang deng feng xiao zeng peng jiang shen yu xiaoming xiaohong laoban beijing shanghai chongqing
chengdu guiyang china zhongguo hello hallo hola bonjour salut namaste hi hey yes no ok okay thanks please sorry good
bad best nice cool great super happy lucky smile funny crazy monkey dragon tiger lion bear eagle falcon hawk wolf
wolves fox panda koala rabbit bunny horse pony dolphin shark whale fish turtle snake viper cobra python spider beetle
bee butterfly bird duck chicken turkey rooster pig cow bull goat sheep lamb cat cats kitty kitten dog dogs doggy puppy
puppies poodle hamster mouse rat gorilla phoenix unicorn pegasus griffin jaguar panther cougar leopard cheetah puma
bobcat wildcat rhino moose buffalo bison raven crow owl parrot penguin mustang ferrari porsche mercedes benz bmw audi
honda toyota suzuki yamaha kawasaki harley davidson chevy chevrolet camaro corvette dodge ford nissan mazda subaru
jeep hummer cadillac lexus ducati camry civic accord impala charger challenger ranger explorer fordf formula racing
racer turbo nascar football soccer baseball basketball hockey tennis golf golfer cricket rugby boxing karate judo
swimming skiing surfer skater snowboard bowling fishing hunting yankees redsox cubs mets giants dodgers braves tigers
lakers bulls celtics knicks heat spurs rockets warriors cowboys steelers packers raiders broncos eagles patriots
dolphins chargers colts bears lions saints vikings redskins jets bengals browns rams falcons panthers ravens seahawks
texans titans chiefs bills jaguars rangers devils flyers penguins bruins sabres redwings blackhawks sharks kings ducks
canucks flames oilers senators maple leafs arsenal chelsea liverpool barcelona manchester manutd united madrid
realmadrid milan inter juventus celtic everton tottenham newcastle villa juve bayern ajax benfica porto michael jordan
jennifer jessica ashley amanda nicole daniel andrew joshua matthew anthony robert david thomas charles charlie william
james john johnny jonny joseph richard george kevin brian steven steve jason justin brandon jonathan nicholas tyler
ryan eric adam alex alexander alexandra alexis aaron austin benjamin ben billy bill bob bobby brad bradley brandy
brittany bryan caleb cameron carlos caroline chris christian christina christine christopher cody connor courtney
craig crystal cynthia dakota dale dallas danielle danny darren dave dean debbie dennis derek diana diane donald donna
douglas dylan edward elizabeth emily emma erica erin ethan evan frank fred gabriel gary geoffrey gerald gina gordon
grace greg gregory hannah harold harry heather heidi helen henry holly howard hunter ian isaac isabella jack jackie
jackson jacob jake jamie jane janet jasmine jay jean jeff jeffrey jenny jeremy jerry jesse jim jimmy joan joe joel
johnson jose josh juan judy julia julian julie june justice karen kate katherine kathleen kathy katie keith kelly ken
kenneth kenny kim kimberly kristen kyle larry laura lauren leah lee leo leon leonard leslie linda lindsay lisa liz
logan louis lucas lucy luis luke lynn madison marcus margaret maria marie mario mark marley martha martin marvin mary
mason matt max maxwell megan melanie melissa michelle miguel mike mikey mitchell molly monica morgan nancy natalie
natasha nathan nathaniel neil nick nikki noah norman oliver olivia omar oscar owen pamela patricia patrick paul peter
phil philip phillip rachel ralph randy ray raymond rebecca renee ricardo rick ricky riley rob robbie robin roger ron
ronald ronnie rose ross roy russell ruth sabrina sally sam samantha sammy samuel sandra sandy sara sarah scott sean
sebastian shane shannon sharon shawn sheila shelby sierra simon sofia sophia sophie spencer stacey stacy stanley
stella stephanie stephen steph stuart sue susan suzanne sydney sylvia tara taylor teresa terry theresa tiffany tim
timmy timothy tina todd tom tommy toni tony tracey tracy travis trevor trinity troy valerie vanessa veronica vicky
victor victoria vincent vivian walter wanda wayne wendy wesley whitney willie xavier yvonne zachary zack zoe alicia
alyssa amber amy ana andrea andre andreas andy angel angela angelina angie anna anne annie april ariel arthur barbara
beatrice becky bella bernard beth betty beverly bianca blake bonnie brenda brett bridget bruce bruno carl carla carmen
carol carrie casey cassie catherine cathy cecilia chad cheryl claire clara claudia cleo clinton corey dana darlene
dawn denise dominic dorothy duncan eileen elaine elena ellen eva evelyn fiona francis gloria hayley ivan jade jill
joanna joyce kayla kelsey kirsty kristin kurt marcel marco marina marissa miranda naomi nadia nigel nina paige paula
penny priscilla regina roberto rodney rosie ruby serena shirley sonia tanya tatiana tristan ursula vera violet warren
sasha misha masha dima vova nikita olga svetlana vlad batman superman spiderman ironman hulk thor wolverine joker
catwoman captain avenger marvel pokemon pikachu naruto sasuke goku luigi zelda link sonic sephiroth cloud starwars
jedi yoda vader skywalker anakin startrek enterprise spock picard matrix neo morpheus gandalf frodo bilbo legolas
aragorn gollum hobbit tolkien lotr harrypotter potter hermione dumbledore hogwarts snoopy garfield scooby scoobydoo
shrek simba mickey minnie goofy tigger pooh winnie piglet bambi dumbo nemo tinkerbell barbie homer bart simpson
simpsons southpark cartman futurama bender terminator predator alien rambo rocky godzilla kingkong godfather scarface
gladiator spartan spartacus maverick goose iceman topgun bond bourne indiana casper beetlejuice elvis beatles lennon
mccartney metallica nirvana slipknot korn eminem tupac biggie shakira madonna britney beyonce rihanna gaga bieber
blink greenday linkin linkinpark acdc ironmaiden megadeth slayer pantera ozzy sabbath floyd pinkfloyd zeppelin ledzep
queen bowie prince bobmarley hendrix morrison doors aerosmith bonjovi gunsnroses guitar drums drummer bass piano music
musica song dance dancer dancing singer rock rocknroll rocker metal punk techno disco jazz blues hiphop rap rapper
reggae red blue green yellow orange purple pink black white silver gold golden brown gray grey rainbow color colors
spring summer autumn winter fall january february march may july august september october november december monday
tuesday wednesday thursday friday saturday sunday sunshine sunny moon moonlight stars starlight sky skyline clouds
rain rainy snow snowball snowman snowflake storm stormy thunder lightning wind windy fire flame water ocean sea beach
river lake island forest tree flower flowers roses lily daisy tulip orchid lotus cherry peach apples banana lemon
melon mango strawberry berry grape pumpkin potato tomato pepper peppers ginger sugar candy cookie cookies cake
chocolate vanilla cream icecream butter cheese pizza burger bacon coffee tea beer vodka whiskey wine tequila heineken
budweiser guinness corona pepsi coke cocacola cola sprite fanta mcdonalds peanut pickle noodle noodles sushi taco
nacho diamond diamonds pearl emerald sapphire jewel money cash dollar dollars rich million millionaire billion bank
credit mastercard visa king princess knight warrior soldier sniper killer assassin ninja samurai pirate pirates viking
wizard witch magic magician merlin angels devil demon satan lucifer jesus christ jesuschrist god godisgood heaven hell
bible church faith hope peace joy freedom liberty truth blessed blessing prayer praise america american usa texas
houston florida miami california hollywood vegas lasvegas chicago boston newyork brooklyn jersey denver seattle
portland arizona alaska hawaii montana virginia carolina georgia atlanta tennessee memphis nashville alabama kansas
nebraska canada toronto montreal mexico brazil brasil argentina chile england london scotland ireland irish wales
france paris germany berlin deutschland italia italy roma spain portugal lisboa holland amsterdam sweden norway
denmark finland russia moscow poland polska istanbul greece egypt africa nigeria kenya india mumbai delhi pakistan
japan tokyo korea seoul vietnam thailand singapore malaysia indonesia jakarta philippines manila australia melbourne
newzealand europe world earth mars venus jupiter saturn mercury galaxy universe planet space shuttle apollo computer
laptop keyboard monitor printer internet network wireless modem router hacker hack cyber cyborg robot robots android
iphone ipad ipod macintosh macbook dell compaq toshiba sony samsung nokia motorola siemens philips panasonic ericsson
intel pentium nvidia microsoft adobe yahoo hotmail gmail msn skype myspace youtube netflix amazon ebay player gamer
games game playstation xbox nintendo gamecube sega atari counter counterstrike halo warcraft starcraft diablo doom
quake unreal lineage runescape minecraft maplestory fifa tetris pacman sims everquest ragnarok dota league legend
legends office company business marketing finance sales service support teacher student school college university
doctor nurse lawyer police fireman pilot marine marines army navy airforce general major colonel sergeant private
cowboy cowgirl sheriff outlaw bandit gangster gangsta mafia thug pimp playboy playgirl hustler mother mom mommy mama
father dad daddy papa brother sister son daughter uncle aunt grandma grandpa family friend friends bestfriend forever
always together boy boys girl girls man woman men women guy guys dude chick lady ladies gentleman mister mrs fuck
fucker fucking fuckme fuckyou fuckoff shit bullshit bitch bitches asshole bastard damn dick cock pussy tits boobs
boobies sex sexy sexsex porn porno horny naked nude hardcore hotstuff hottie hotgirl hotboy sexygirl lesbian slut
whore nipple penis vagina bigdick bigcock bigtits bigboy bigman bigdog bigdaddy bigred trustno blahblah blah whatever
nothing something anything everything nobody somebody anybody everybody who what where when why how alpha beta gamma
delta omega sigma theta zeta echo foxtrot tango zulu bravo romeo juliet buster bubba buddy rusty shadow smokey bailey
tucker toby cooper maggie sadie duke rocket boomer peaches precious snickers spike spanky taz tinker whiskers winston
zeus athena hercules odin poseidon hermes chester dexter gizmo hobbes hooter hooters jasper katana magnum maxine
midnight misty mookie muffin murphy nutmeg ozzie patches rascal roscoe rufus scooter scruffy sparky spot sweetie woody
yogi ziggy zorro action active adidas nike reebok gucci prada chanel dior versace armani rolex cartier airplane
airport avalon babylon bishop blazer blizzard bomber boogie booger brutus bullet bulldog bulldogs butthead buttons
button cactus camel camera cannon canyon castle century champion champions chance change chaos chaser chevelle chrome
classic clover cobalt condor cosmic cosmos creative critter crusher cyclone destiny detroit digital dreamer dreams
dream eclipse electric element elephant eternity extreme fantasy fatboy fatman fender fireball firebird fluffy fortune
frosty future gateway genesis genius ghost giant gibson gemini capricorn aquarius pisces aries taurus cancer virgo
libra scorpio sagittarius goblin goddess gunner hammer handsome hardrock hornet hotrod iceberg illusion infinity
insane invisible jackass jackpot jester jumper jungle juggernaut justdoit karma kermit keystone kickass knights
ladybug laser lifehack lobster lonely lonewolf luckydog macdaddy madness madman magnet malibu marathon mariner
marlboro martini masters matador maximus mayhem melody memory meteor miracle mission mistress monster monsters
mountain mystery mystic natural nemesis nomad number nuggets oblivion okcomputer online optimus outlaws paladin pancho
paradise paradox passion pavilion people perfect picasso pioneer platinum playball playtime popcorn poppy popeye power
powers premier prodigy profit punisher pyramid qwaszx radio ragnar raider rampage random rapture reality rebel rebels
recovery redman redneck redrum remember republic research revenge reverse revolution rhythm ripper riverside roadkill
roadrunner robotech romance roosters rosebud royal royals runner rush sailor sailing samson sandman santa savage
saxophone scarlet science scorpion scout search seven shadows sherlock shooter shorty showtime signature skeeter
skipper slacker smoke smooth smoothie solomon soprano special spectrum speed speedy spirit spiritual splash sports
squirt stallion stargate starfish stealth steel stinky stone stoner strange stranger strider strike strong studio
subzero success sunrise sunset surfing survivor swordfish sword symphony target teddy teddybear teenager temple
theking theman thebest thebeast therock thunderbird titan titanic toilet topdog tornado toxic traffic transam
transformers trigger triumph trooper trouble trucker truelove tsunami twilight twister typhoon ultimate undertaker
vagabond valentine vampire vanguard velvet vengeance venom victory video vintage virus vision vortex vulcan warlock
warez wedding western whatsup wicked wildcats wildman willow windsurf winner wisdom wolfgang wolfpack wonder woodland
wrestling wrestler xfiles yankee youandme zodiac zombie lol lmao rofl omg wtf jaja haha hahaha hehe xixi heihei bububu
kaka nana dada gogo yoyo lala dudu dodo coco lulu lolo momo doggie pussycat bigfoot blackcat blackdog blackjack
bluebird bluesky bookworm brownie cracker crackers cupcake daydream deadman deadpool eightball elephants firefox fuzzy
gangstar giggles goldfish grateful hardware heartless honeybee hotdog icecube imagine inferno jellybean jericho juicy
killme kittycat ladybird lemonade lollipop luckyone mailman marshmallow mermaid moonbeam mypasswor nightmare onelove
passpass peacock pebbles phantom poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcxz rootroot adminadmin testtest passme letme
starter photo photos picture pictures baobao baobei star newpass death nasty beast buffy missy gator gators bingo
chloe slave orion house felix mandy dusty jimbo misfit cindy slick miller junior chase sheba monty pinky voyager
stupid barney noname little dirty alice scuba loser biteme angus bubbles start beavis awesome champ smith barry tasha
poker tyson dilbert weed freddy smart gonzo trumpet thumper young dixie phish bosco allison frankie allen calvin benny
naughty diver simple tammy medic huskers stewart flipper light yamahar sassy jones usuckballz wrinkle shaney chuck
volvo poop camero wally blade trout marty boris badboy qazxsw lincoln sooners baker cosmo nexus iverson marino pippen
jeter elway beckham cantona favorite jin jing dan ting yan fei fang hong hui jie jun kai kun lan lei liang ling long
mei meng min ming na ning ping qiang qing rong rui shan shuai tao wei wen xia xin ying yong yuan yue yun zhen zhi
`
  .trim()
  .split(/\s+/)

/** Walks over the keyboard and other classics, as they are typed. */
export const KEYBOARD_WALKS: readonly string[] = `
1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw2 1qaz1qaz 2wsx3edc 3edc4rfv 4rfv5tgb zaq12wsx zaq1xsw2 zaq1zaq1 zaq123
xsw21qaz xsw2zaq1 cde3xsw2 cde3vfr4 vfr4bgt5 !qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u
1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 q2w3e4
q2w3e4r5 w2e3r4 w2e3r4t5 1qa2ws 1qa2ws3ed q12we34 q12wer34 12qwaszx qwaszx12 123qwe 123qweasd 123qweasdzxc 12qwas
12qw34er 12wq 1234qwer 1234qwe 12345qwe 12345qwert 123456qwe 123456qwerty qwe123 qwer123 qwer1234 qwert123 qwert12345
qwerty123456 qwe12345 qwe123456 qwe123qwe 123qwe123 123asd 123asd123 123zxc 123zxcvbn 123qaz qaz123 qaz12345 asd123
asd12345 asd123456 asd123asd zxc123 zxc123456 zxcv1234 zxcvbn123 a1s2d3 a1s2d3f4 a1s2d3f4g5 a1s2d3f4g5h6 1a2s3d
1a2s3d4f 1a2s3d4f5g z1x2c3 z1x2c3v4 1z2x3c 1z2x3c4v q1a2z3 q1a2z3w4s5x6 qaz1wsx2 qaz2wsx qazwsx123 a1b2c3 a1b2c3d4
a1b2c3d4e5 a1b2c3d4e5f6 1a2b3c 1a2b3c4d 1a2b3c4d5e 1a2b3c4d5e6f abc123 abc1234 abc12345 abc123456 abcd123 abcd1234
abcd12345 abcde12345 123abc 1234abcd 12345abcde aa123456 aa12345678 aaa111 aaa123 aaaa1111 qqq111 qqq123 www123 zzz123
a123456 a1234567 a12345678 a123456789 a123123 a111111 a000000 q123456 q123456789 z123456 w123456 s123456 as123456
qw123456 zx123456 qq123456 wang123456 asdf123 asdf1234 asdfg12345 asdfgh123 asdfghjkl123 zxcvbnm123 zxcvbnm1 qwerty12
qwerty11 qwertyuiop123 0okm9ijn 9ijn8uhb 0o9i8u7y 0p9o8i7u 1234rewq 4321rewq rewq4321 asdf4321 p0o9i8 p0o9i8u7 poi098
lkj098 mnb098 poiu0987 trustno1 letmein1 letmein2 passw0rd p4ssw0rd p4ssword pa55word pa55w0rd pa55wd pass1word
passwor1 1passwor p@ssw0rd p@ssword1 pass1234 pass12345 pass123456 admin123 admin1234 admin888 admin666 root123
toor123 thx1138 ncc1701 ncc1701a ncc1701b ncc1701c ncc1701d ncc1701e ncc74656 bond007 agent007 007bond rush2112
2112rush blink182 babylon5 area51 route66 catch22 colt45 apollo11 apollo13 boeing747 hal9000 r2d2c3po c3por2d2
front242 fordf150 f150ford 4runner xbox360 windows7 windows95 windows98 windowsxp1 nokia6300 nokia3310 wolf359
hawaii50 levi501 level42 blue182 sum41 maroon5 matchbox20 u2achtung creed1 korn1 50cent 2pac4life tupac2pac
eminem8mile nwo4life love4ever 4ever love2love love4u iloveu2 iloveyou2 luv2love sex4me sex4all free4me hot4you
in2deep one2three b4by 2cool4u 2hot4u me4you you4me cool4u gr8ful gr8one m1chael mich43l b00bies b00bs h4x0r n00b
n1nja l1verpool ars3nal ch3lsea liverpool08 access14 access99 lineage2 diablo2 diablo3 quake3 doom2 halo3 fifa08 sims3
starwars1 pokemon151 zelda64 mario64 ff7cloud gta5 gta4 cs16 dota2 wow123 csgo123 gfhjkm123 gfhjkm1 ghbdtn123 ghbdtn1
qwerty7 yfnfif1 woaini1314 woaini520 woaini521 woaini123 wo5201314 ai5201314 520woaini 1314520a a5201314 q5201314
z5201314 iloveyou1314 5201314a 5201314q 5201314wang laopo520 laogong520 baobao520 baobei520 wocao123 nihao123
nihaoma123 zhongguo123 1232323q rasdzv3 soso123aljg sojdlg123aljg mailcreated5240 8j4ye3uz polniypizdec0211 kcj9wx5n
gn56gn56 sasha_007 john316 psalm23 psalm91 rom828 jer2911 cbr600 cbr900 cbr900rr cbr1000 gsxr600 gsxr750 gsxr1000
audia3 audia4 audia6 audis4 audir8 bmw320 bmw325 bmw328 bmw330 bmw525 bmwm3 mazda3 mazda6 mazda323 mazda626 mazdarx7
mazdarx8 426hemi nokia73 nokian70 nokian73 nokian95 nokia5800 nokia5530 nokia6233 zxasqw12 zxasqw123 1q2w3e4r5 q1w2e3r
q1w2e3r4t 12qw12 12qw12qw 123qq123 123q123 123qwe456 asdqwe123 zxcasdqwe123 qaz123wsx 1qazzaq1 1qazxsw 1qazxsw23edc
1qaz2ws 1qw23er4 z1x2c3v4b5 1z2x3c4v5b 1q2q3q 1q2q3q4q q1q2q3 q1q2q3q4 q1q2q3q4q5 a1a2a3 a1a2a3a4 just4fun just4me
all4one left4dead one4all 4everlove 24hours 7eleven 21jump jump21 weed420 420weed smoke420 sf49ers 49ers 76ers 3000gt
240sx 300zx 350z ib6ub9 icu812 ou8122 mash4077 wg8e3wjf 3x7pxr good123654 159357a sixty9 death666 metal666 666satan
b1b2b3 c1c2c3 g1g2g3 m1m2m3 p1p2p3 x1y2z3 x1x2x3 abc321 321abc cba123 cba321 123cba abc456 456abc abc789 xyz123 xyz789
123xyz def456 test1234 test12345 temp1234 user1234 guest123 login123 hello1234 happy2day br0d3r d3lt4 s3cr3t s3cret
secr3t sup3rman superm4n batm4n dr4gon drag0n m0nkey monk3y sh4dow shad0w qw3rty qwer7y football99 baseb4ll n1c0le
w3lcome welc0me welcome01 winter01 summer01 summer69 spring01 hotdog69 gibson335 gunner14 turkey50 3stones 1million
69camaro 69mustang 67mustang 69chevy 57chevy 55chevy 72chevy 2fast4u 2fast4you 1lover 7of9 5alive 8ball 9inches
10inches 12inch 100percent 1000000a 1hundred zeppelin4 van1halen yes90125 yes5150 ou8124me ou8123 oicu812 ou8125150
vh5150 5150vh
`
  .trim()
  .split(/\s+/)
