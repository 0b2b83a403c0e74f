/** Groups of equivalent given names: short forms, and one name across languages. */
const groups = `
alexander alex alec sasha aleksandr aleksander alexandre alejandro iskander sander xander oleksandr
alexandra sandra aleksandra sasha
alexei alexey aleksei aleksey alyosha oleksiy
andrew andy drew andrei andrey andre andreas andres andrzej andriy
anthony antony tony anton antonio antoine
barack barry
benjamin ben benny bibi binyamin
bernard bernie
catherine katherine kathryn cathy kathy kate katie ekaterina katarina katerina catalina kateryna
charles charlie chuck carlos carl karl karel carlo
christopher chris kit cristobal christophe
christina tina kristina cristina christine
daniel dan danny daniil danilo
david dave davy davit dawud daoud
deborah debbie debra
dmitri dmitry dmitriy dmitrii dima dmytro dimitri
donald don donnie
edward ed eddie ted teddy ned eduard eduardo edouard
elizabeth liz lizzie beth betty eliza elisabeth elisabet yelizaveta elizaveta
eugene gene yevgeny evgeny evgeniy yevgeniy evgenii
francis frank francisco francesco francois franz paco
frederick fred freddie frederic federico
gabriel gabi gabe
george jorge georg georges giorgi georgi georgios yuri yuriy yury iurii
gerald gerry jerry
gregory greg gregor grigory grigori grigoriy
harold harry
helen elena yelena helena olena
henry hank enrique henri heinrich enrico hendrik
hussein husain hussain husayn hossein hosein husein khusein
ibrahim abraham ebrahim abe avraham
ilya ilia elias elijah ilyas
irene irina iryna
isaac ishaq yitzhak ishak
jacob jack jake jakob yakov yaqub yaakov
james jim jimmy jamie jaime diego
jeffrey jeff geoffrey
jennifer jenny jen
john jack johnny jon juan jean jan johan johann johannes ivan giovanni joao hans ian sean jonny yahya
joseph joe joey jose josef josip giuseppe yusuf yousef youssef yosef iosif josep yusif
joshua josh
katherine kate
kenneth ken kenny
lawrence larry laurence lorenzo laurent
leonard len lenny leon lev leonid leo
louis lewis luis luigi ludwig
margaret maggie meg peggy marge margarita margarete
martin marty martyn
mary maria marie mariam maryam miriam mariya
matthew matt mateo matthias matteo mathieu matvei
michael mike mick mikhail michel miguel mikael michal michele mikhael misha mykhailo
mohammed muhammad mohamed mohammad muhammed mohamad mehmet mahomet muhamad mahamed mohd md
moses musa moshe moussa mousa
nathaniel nathan nat
nicholas nick nicolas nicolae nikolai nikolay nikola nicola niklas mykola kolya
olga olha
osama usama usamah oussama
patrick pat paddy patricio
paul pablo pavel paolo pavlo paulo pawel
peter pete pedro pyotr petr piotr pierre pieter petro
philip phil felipe philippe filip philipp
rebecca becky
richard rick dick richie ricardo riccardo
robert bob bobby rob robbie roberto bert
ronald ron ronnie
samuel sam sammy shmuel samuil
sergey sergei serge sergio serhiy sergiy sergej
solomon suleiman sulaiman suleyman salomon
stephen steven steve stefan esteban stephane stepan istvan stephan
susan sue susie suzanne susana
svetlana sveta
tatiana tatyana tanya
theodore ted teddy theo fyodor fedor teodoro
thomas tom tommy tomas tomasz
timothy tim timofey
victor viktor vittorio wiktor
vladimir volodymyr vova wladimir uladzimir vladimiro
walter walt
william bill billy will willy liam guillermo wilhelm guillaume willem
xavier javier
yevgenia evgenia eugenia
zachary zach zack
`
const groupsOf = new Map<string, number[]>()
for (const [number, row] of groups.trim().split('\n').entries()) {
  for (const name of row.split(' ')) groupsOf.set(name, [...(groupsOf.get(name) ?? []), number])
}

/**
 * Whether these folded given names are forms of one name, such as `ted` and `theodore`, `juan` and
 * `john`. `false` for equal names outside the table.
 */
export function isSameGivenName(left: string, right: string): boolean {
  const one = groupsOf.get(left)
  const other = groupsOf.get(right)
  return one !== undefined && other !== undefined && one.some((number) => other.includes(number))
}

/** Keys of the groups of a given name, for an index; `undefined` outside the table. */
export function givenNameGroups(word: string): readonly number[] {
  return groupsOf.get(word) ?? []
}
