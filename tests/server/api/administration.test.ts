/** Administration as rules 4.2, 4.3, 4.8 and 4.15 say: departments, positions, staff, roles, menus, option lists, parameters, bulletins, the message board, short messages. */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { onOneEngine } from '../support/engines.ts'
import { MOBILES, type Person, type Values } from '../support/product.ts'
import { callOfKind } from '../support/records.ts'
import { runScenarios, type Scenario } from '../support/scenarios.ts'
import { DAY, TODAY } from '../support/template.ts'
import { useProduct } from '../support/useProduct.ts'

const DEPARTMENTS: Scenario[] = [
  {
    it: 'a department is added below another',
    as: 'administrator',
    call: 'org/add',
    send: { parentId: '$sales', name: '夜班组', code: 'NIGHT', orgType: DICT.org_type.department },
    keep: 'night',
    logs: 1,
    rows: [['org', { code: 'NIGHT' }, { name: '夜班组', version: 1, isDel: false }]],
  },
  {
    it: 'and one below that',
    as: 'administrator',
    call: 'org/add',
    send: { parentId: '$night', name: '凌晨组', code: 'DAWN', orgType: DICT.org_type.department },
    keep: 'dawn',
  },
  {
    it: 'sisters do not share a name',
    as: 'administrator',
    call: 'org/add',
    send: { parentId: '$sales', name: '夜班组', code: 'NIGHT2', orgType: DICT.org_type.department },
    status: 400,
    field: 'name',
    msg: '同级部门名称重复',
  },
  {
    it: 'nor any two a code',
    as: 'administrator',
    call: 'org/add',
    send: { name: '别的组', code: 'NIGHT', orgType: DICT.org_type.department },
    status: 400,
    field: 'code',
    msg: '编码已存在，请重新输入',
  },
  {
    it: 'cousins may share a name',
    as: 'administrator',
    call: 'org/add',
    send: { parentId: '$dawn', name: '夜班组', code: 'NIGHT3', orgType: DICT.org_type.department },
    keep: 'deep',
  },
  {
    it: 'a department cannot stand below itself',
    as: 'administrator',
    call: 'org/edit',
    send: { id: '$night', parentId: '$night' },
    status: 400,
    field: 'parentId',
    msg: '上级不能是自己或自己的下级',
  },
  {
    it: 'nor below one of its own',
    as: 'administrator',
    call: 'org/edit',
    send: { id: '$night', parentId: '$deep' },
    status: 400,
    field: 'parentId',
    msg: '上级不能是自己或自己的下级',
  },
  {
    it: 'it moves with all below it',
    as: 'administrator',
    call: 'org/edit',
    send: { id: '$night', parentId: '$office' },
    logs: 1,
  },
  { it: 'the tree shows it where it is', as: 'administrator', call: 'org/listForManage', status: 200 },
  {
    it: 'one with departments below it is not deleted',
    as: 'administrator',
    call: 'org/del',
    send: { id: '$night' },
    status: 400,
    msg: '请先删除下级部门',
  },
  { it: 'one with staff is not', as: 'administrator', call: 'org/del', send: { id: '$office' }, status: 400 },
  { it: 'an empty one is', as: 'administrator', call: 'org/del', send: { id: '$deep' }, data: { count: 1 }, logs: 1 },
  { it: 'and then the one above it', as: 'administrator', call: 'org/del', send: { id: '$dawn' }, count: 1 },
  {
    it: 'a deleted department is gone',
    as: 'administrator',
    call: 'org/detail',
    send: { id: '$dawn' },
    status: 404,
    msg: '数据不存在',
  },
]

const POSITIONS: Scenario[] = [
  {
    it: 'a position is added',
    as: 'administrator',
    call: 'stantion/add',
    send: { name: '试岗', code: 'TRY', orgId: '$sales', duty: '试用' },
    keep: 'position',
    logs: 1,
  },
  {
    it: 'and answered with the name of its department',
    as: 'administrator',
    call: 'stantion/detail',
    send: { id: '$position' },
    data: { name: '试岗', orgName: '门市部', version: 1, employeeCount: 0 },
  },
  {
    it: 'it is offered',
    as: 'administrator',
    call: 'stantion/select',
    send: { keyword: '试岗' },
    data: [{ label: '试岗', value: '$position' }],
  },
  {
    it: 'changed',
    as: 'administrator',
    call: 'stantion/edit',
    send: { id: '$position', version: 1, duty: '正式' },
    data: { version: 2 },
    logs: 1,
    rows: [['position', { code: 'TRY' }, { duty: '正式', version: 2 }]],
  },
  {
    it: 'not changed from what was read before',
    as: 'administrator',
    call: 'stantion/edit',
    send: { id: '$position', version: 1, duty: '旧的' },
    status: 409,
    msg: '数据已被他人修改，请刷新',
    refusal: { version: 2, current: { duty: '正式', version: 2 } },
  },
  {
    it: 'nor its code taken again',
    as: 'administrator',
    call: 'stantion/add',
    send: { name: '试岗二', code: 'TRY' },
    status: 400,
    field: 'code',
  },
  {
    it: 'somebody is given it',
    as: 'administrator',
    call: 'employee/add',
    send: { realName: '试一', mobile: '18911110001', orgId: '$sales', positionId: '$position' },
    keep: 'trial',
    logs: 1,
  },
  {
    it: 'which is counted',
    as: 'administrator',
    call: 'stantion/detail',
    send: { id: '$position' },
    data: { employeeCount: 1 },
  },
  {
    it: 'then it is in use',
    as: 'administrator',
    call: 'stantion/del',
    send: { id: '$position' },
    status: 400,
    msg: '数据已被引用，不能删除',
  },
  {
    it: 'until the person has another',
    as: 'administrator',
    call: 'employee/edit',
    send: { id: '$trial', positionId: null },
    logs: 1,
  },
  {
    it: 'and it can be deleted',
    as: 'administrator',
    call: 'stantion/del',
    send: { ids: ['$position'] },
    data: { count: 1 },
    logs: 1,
    rows: [['position', { code: 'TRY' }, 0]],
  },
  {
    it: 'its name being free again (I-50)',
    as: 'administrator',
    call: 'stantion/add',
    send: { name: '试岗', code: 'TRY' },
    status: 200,
  },
]

const STAFF: Scenario[] = [
  {
    it: 'an employee is added, with a number',
    as: 'manager',
    call: 'employee/add',
    send: {
      realName: '新同事',
      mobile: '18911110002',
      orgId: '$sales',
      gender: DICT.gender.female,
      entryDate: TODAY,
      email: 'new@star.cn',
      workerRoles: [DICT.worker_role.sheying],
    },
    keep: 'new',
    logs: 1,
    rows: [
      [
        'employee',
        { mobile: '18911110002' },
        { realName: '新同事', nameCode: '新同事(E2603160002)', employeeNo: 'E2603160002' },
      ],
    ],
  },
  {
    it: 'the mobile is masked where they are chosen (I-54)',
    as: 'consultant',
    call: 'employee/select',
    send: { keyword: '新同事' },
    data: [{ value: '$new', label: '新同事', mobile: '189****0002' }],
  },
  {
    it: 'and shown in full to whoever may see it',
    as: 'manager',
    call: 'employee/detail',
    send: { id: '$new' },
    data: { mobile: '18911110002', orgName: '门市部', status: DICT.employee_status.active },
  },
  {
    it: 'no department of another company will do',
    as: 'manager',
    call: 'employee/edit',
    send: { id: '$new', orgId: '$foreignOrg' },
    status: 400,
    field: 'orgId',
    msg: '部门不存在',
  },
  {
    it: 'work may rest',
    as: 'manager',
    call: 'employee/suspend',
    send: { id: '$new' },
    logs: 1,
    rows: [['employee', { id: '$new' }, { status: DICT.employee_status.leave }]],
  },
  { it: 'not twice', as: 'manager', call: 'employee/suspend', send: { id: '$new' }, status: 400 },
  {
    it: 'and go on',
    as: 'manager',
    call: 'employee/resume',
    send: { id: '$new' },
    rows: [['employee', { id: '$new' }, { status: DICT.employee_status.active }]],
  },
  {
    it: 'a state is not changed by an edit',
    as: 'manager',
    call: 'employee/edit',
    send: { id: '$new', status: DICT.employee_status.left },
    status: 400,
  },
  {
    it: 'an account is made for them',
    as: 'administrator',
    call: 'user/add',
    send: {
      employeeId: '$new',
      realName: '新同事',
      mobile: '18911110002',
      password: 'Kite4200',
      roles: [{ corpId: '$company', orgId: '$sales', roleId: '$consultant', isDefault: 1 }],
    },
    keep: 'account',
    rows: [['userRole', { userId: '$account' }, { roleId: '$consultant' }]],
  },
  {
    it: 'not a second one',
    as: 'administrator',
    call: 'user/add',
    send: { employeeId: '$new', realName: '新同事', mobile: '18911110003', password: 'Kite4200' },
    status: 400,
    field: 'employeeId',
  },
  {
    it: 'no role of another company is given in this one',
    as: 'administrator',
    call: 'user/edit',
    send: { id: '$account', roles: [{ corpId: '$company', orgId: '$sales', roleId: '$foreignRole', isDefault: 1 }] },
    status: 400,
    field: 'roles[0].roleId',
    msg: '角色和部门须属于所选公司',
  },
  {
    it: 'nobody leaves before somebody lets them',
    as: 'consultant',
    call: 'employee/leave',
    send: { id: '$new', leaveDate: TODAY },
    status: 403,
  },
  {
    it: 'nobody lets themselves go',
    as: 'manager',
    call: 'employee/leave',
    send: { id: '$managerEmployee', leaveDate: TODAY },
    status: 400,
    msg: '不能为自己办理离职',
  },
]

const LEAVING: Scenario[] = [
  {
    it: 'a successor must be at work',
    as: 'manager',
    call: 'employee/leave',
    send: { id: '$leaver', leaveDate: TODAY, successorId: '$leaver' },
    status: 400,
    field: 'successorId',
  },
  {
    it: 'work is handed over',
    as: 'manager',
    call: 'employee/leave',
    send: { id: '$leaver', leaveDate: TODAY, successorId: '$heir' },
    data: { customer: 2 },
    rows: [
      ['customer', { salesId: '$heir', realName: '交接甲' }, 1],
      ['customer', { salesId: '$leaver' }, 0],
      ['employee', { id: '$leaver' }, { status: DICT.employee_status.left }],
      ['user', { employeeId: '$leaver' }, { status: DICT.enable_status.disabled }],
    ],
  },
  { it: 'their session is over', as: '$leaverToken', call: 'index/init', status: 401 },
  {
    it: 'nobody leaves twice',
    as: 'manager',
    call: 'employee/leave',
    send: { id: '$leaver', leaveDate: TODAY },
    status: 400,
  },
  {
    it: 'without a successor it falls back',
    as: 'manager',
    call: 'employee/leave',
    send: { id: '$heir', leaveDate: TODAY },
    data: { customer: 2 },
    rows: [['customer', { realName: '交接甲' }, { salesId: null }]],
  },
  {
    it: 'whoever comes back starts anew',
    as: 'manager',
    call: 'employee/rejoin',
    send: { id: '$heir' },
    rows: [['employee', { id: '$heir' }, { status: DICT.employee_status.active }]],
  },
]

const ROLES: Scenario[] = [
  {
    it: 'a role is added',
    as: 'administrator',
    call: 'role/add',
    send: { name: '夜班店长', code: 'night-manager' },
    keep: 'role',
    logs: 1,
    rows: [['role', { code: 'night-manager' }, { isSystem: false, nameCode: '夜班店长(night-manager)' }]],
  },
  {
    it: 'not twice by name',
    as: 'administrator',
    call: 'role/add',
    send: { name: '夜班店长', code: 'other' },
    status: 400,
    field: 'name',
    msg: '角色名称重复',
  },
  { it: 'it has no grants', as: 'administrator', call: 'role/role_menu_btns', send: { roleId: '$role' }, data: [] },
  {
    it: 'it is granted a menu and a button',
    as: 'administrator',
    call: 'role/role_menu_btns',
    send: { roleId: '$role', menus: [{ menuId: '$customerMenu', btnIds: ['$addButton'] }] },
    data: [{ menuId: '$customerMenu', menuCode: 'customer-001' }],
    rows: [['roleMenu', { roleId: '$role' }, 1]],
  },
  {
    it: 'a button of another menu is refused',
    as: 'administrator',
    call: 'role/role_menu_btns',
    send: { roleId: '$role', menus: [{ menuId: '$staffMenu', btnIds: ['$addButton'] }] },
    status: 400,
    field: 'menus',
    msg: '按钮不属于该菜单',
  },
  {
    it: 'a menu that is none is refused',
    as: 'administrator',
    call: 'role/role_menu_btns',
    send: { roleId: '$role', menus: [{ menuId: 999_999, btnIds: [] }] },
    status: 400,
    field: 'menus',
  },
  {
    it: 'its data rules are set',
    as: 'administrator',
    call: 'data_access/edit',
    send: {
      roleId: '$role',
      rules: [
        { moduleCode: DICT.data_module.customer, level: DICT.data_level.departmentBelow },
        { moduleCode: DICT.data_module.staff, level: DICT.data_level.chosen, orgIds: ['$sales'], showMobile: 1 },
      ],
    },
    rows: [
      [
        'dataAccess',
        { roleId: '$role', moduleCode: DICT.data_module.staff },
        { level: DICT.data_level.chosen, showMobile: true },
      ],
    ],
  },
  {
    it: 'and answered',
    as: 'administrator',
    call: 'data_access/detail',
    send: { roleId: '$role' },
    data: [
      { moduleCode: DICT.data_module.customer, level: DICT.data_level.departmentBelow, showMobile: 0 },
      { moduleCode: DICT.data_module.staff, level: DICT.data_level.chosen, orgIds: ['$sales'], showMobile: 1 },
    ],
  },
  {
    it: 'chosen departments must be chosen',
    as: 'administrator',
    call: 'data_access/edit',
    send: { roleId: '$role', rules: [{ moduleCode: DICT.data_module.staff, level: DICT.data_level.chosen }] },
    status: 400,
    field: 'rules[0].orgIds',
  },
  {
    it: 'a module has one rule',
    as: 'administrator',
    call: 'data_access/edit',
    send: {
      roleId: '$role',
      rules: [
        { moduleCode: DICT.data_module.staff, level: DICT.data_level.self },
        { moduleCode: DICT.data_module.staff, level: DICT.data_level.department },
      ],
    },
    status: 400,
    field: 'rules',
  },
  {
    it: 'it is cloned under a new name (I-53)',
    as: 'administrator',
    call: 'role/clone_role',
    send: { id: '$role', name: '夜班副店长' },
    keep: 'clone',
  },
  {
    it: 'not under a name that is taken',
    as: 'administrator',
    call: 'role/clone_role',
    send: { id: '$role', name: '夜班副店长' },
    status: 400,
    field: 'name',
    msg: '角色名称重复',
  },
  {
    it: 'nor is one of another company cloned',
    as: 'administrator',
    call: 'role/clone_role',
    send: { id: '$foreignRole', name: '外来角色' },
    status: 404,
  },
  {
    it: 'nor one granted of another company',
    as: 'administrator',
    call: 'role/role_menu_btns',
    send: { roleId: '$foreignRole', menus: [] },
    status: 404,
    msg: '数据不存在',
  },
  {
    it: 'nobody but administrators grants',
    as: 'manager',
    call: 'role/role_menu_btns',
    send: { roleId: '$role', menus: [] },
    status: 403,
    msg: '没有操作权限',
  },
  {
    it: 'a role that somebody holds is not deleted',
    as: 'administrator',
    call: 'role/del',
    send: { id: '$consultant' },
    status: 400,
  },
  {
    it: 'a free one is',
    as: 'administrator',
    call: 'role/del',
    send: { id: '$clone' },
    data: { count: 1 },
    rows: [['roleMenu', { roleId: '$clone' }, 0]],
  },
]

const MENUS: Scenario[] = [
  {
    it: 'the menu is answered as a tree',
    as: 'administrator',
    call: 'menu/query',
    send: { code: 'customer-001' },
    data: [{ code: 'customer-001' }],
  },
  {
    it: 'a menu is renamed',
    as: 'administrator',
    call: 'menu/edit',
    send: { id: '$customerMenu', name: '我的客户', sortNum: 3 },
    logs: 1,
    rows: [['menu', { code: 'customer-001' }, { name: '我的客户', sortNum: 3 }]],
  },
  { it: 'which the shell hears of', as: 'manager', call: 'index/init', status: 200 },
  {
    it: 'a code is given once in the product',
    as: 'administrator',
    call: 'menu/add',
    send: { code: 'customer-001', name: '又一个' },
    status: 400,
    field: 'code',
  },
  {
    it: 'a code is never changed',
    as: 'administrator',
    call: 'menu/edit',
    raw: { id: '$customerMenu', code: 'customer-999' },
    status: 400,
    rows: [['menu', { id: '$customerMenu' }, { code: 'customer-001' }]],
  },
  {
    it: 'a button is added',
    as: 'administrator',
    call: 'btn/add',
    send: { menuId: '$customerMenu', code: 'wave', name: '挥手' },
    keep: 'button',
  },
  { it: 'whoever administers still administers all', as: 'administrator', call: 'menu/query', status: 200 },
  {
    it: 'not twice on one menu',
    as: 'administrator',
    call: 'btn/add',
    send: { menuId: '$customerMenu', code: 'wave', name: '再挥' },
    status: 400,
    field: 'code',
  },
  {
    it: 'the ticks of a role come with the tree',
    as: 'administrator',
    call: 'menu/roleMenu',
    send: { roleId: '$consultant' },
    status: 200,
  },
]

const DICTIONARIES: Scenario[] = [
  {
    it: 'the options of a dictionary have value and label',
    as: 'consultant',
    call: 'setting/selectCode',
    send: { code: 'customer_level' },
    data: [{ value: 1 }, { value: 2 }, { value: 3 }],
  },
  {
    it: 'for customer forms too',
    as: 'consultant',
    call: 'customer/dictSelect',
    send: { code: 'lost_cause' },
    status: 200,
  },
  {
    it: 'one that is none is refused',
    as: 'consultant',
    call: 'setting/selectCode',
    send: { code: 'no_such' },
    status: 400,
    field: 'code',
    msg: '字典不存在',
  },
  {
    it: 'a dictionary is added',
    as: 'administrator',
    call: 'setting/add',
    send: { code: 'parking', name: '停车场' },
    keep: 'dict',
    logs: 1,
  },
  {
    it: 'not twice',
    as: 'administrator',
    call: 'setting/add',
    send: { code: 'parking', name: '停车' },
    status: 400,
    field: 'code',
  },
  {
    it: 'with an item',
    as: 'administrator',
    call: 'dictItem/add',
    send: { dictId: '$dict', value: 'north', label: '北门', labelEn: 'North', sortNum: 2 },
    keep: 'north',
    logs: 1,
  },
  {
    it: 'and another before it',
    as: 'administrator',
    call: 'dictItem/add',
    send: { dictId: '$dict', value: 'south', label: '南门', sortNum: 1 },
  },
  {
    it: 'no value twice',
    as: 'administrator',
    call: 'dictItem/add',
    send: { dictId: '$dict', value: 'north', label: '另一个北门' },
    status: 400,
    field: 'value',
    msg: '值重复',
  },
  {
    it: 'they are offered in their order',
    as: 'consultant',
    call: 'setting/selectCode',
    send: { code: 'parking' },
    data: [
      { value: 'south', label: '南门', labelEn: '南门' },
      { value: 'north', label: '北门', labelEn: 'North' },
    ],
  },
  {
    it: 'an item is switched off',
    as: 'administrator',
    call: 'dictItem/edit',
    send: { id: '$north', status: DICT.enable_status.disabled },
    logs: 1,
  },
  {
    it: 'and no longer offered',
    as: 'consultant',
    call: 'setting/selectCode',
    send: { code: 'parking' },
    data: [{ value: 'south' }],
  },
  {
    it: 'the dictionary counts its items',
    as: 'administrator',
    call: 'setting/query',
    send: { code: 'parking' },
    data: [{ itemCount: 2 }],
    total: 1,
  },
]

const PARAMETERS: Scenario[] = [
  {
    it: 'parameters are listed',
    as: 'manager',
    call: 'parameter/query',
    send: { name: '超张单价' },
    data: [{ code: 'extra_photo_price', value: '30' }],
    total: 1,
  },
  {
    it: 'saved together',
    as: 'manager',
    call: 'parameter/save',
    send: {
      parameters: [
        { code: 'extra_photo_price', value: '35.5' },
        { code: 'schedule_need_deposit', value: '0' },
      ],
    },
    data: { count: 2 },
  },
  {
    it: 'and told to the shell at once',
    as: 'consultant',
    call: 'index/init',
    data: { settings: { extra_photo_price: 35.5, schedule_need_deposit: false } },
  },
  {
    it: 'not to another company',
    as: '$elsewhere',
    call: 'index/init',
    data: { settings: { extra_photo_price: 30, schedule_need_deposit: true } },
  },
  {
    it: 'a value that reads as nothing is refused',
    as: 'manager',
    call: 'parameter/save',
    send: { parameters: [{ code: 'extra_photo_price', value: 'many' }] },
    status: 400,
    field: 'parameters',
  },
  {
    it: 'so is one that is no parameter',
    as: 'manager',
    call: 'parameter/save',
    send: { parameters: [{ code: 'root_password', value: '1' }] },
    status: 400,
    field: 'parameters',
  },
  {
    it: 'so is one that somebody else saved since it was seen',
    as: 'manager',
    call: 'parameter/save',
    send: { parameters: [{ code: 'extra_photo_price', value: '40', version: 1 }] },
    status: 400,
    field: 'parameters',
    msg: '「超张单价」刚被他人改为 35.5，请看过再保存',
  },
  {
    it: 'a value below the least is refused',
    as: 'manager',
    call: 'parameter/save',
    send: { parameters: [{ code: 'client_link_days', value: '0' }] },
    status: 400,
    field: 'parameters',
  },
  {
    it: 'and nothing of a save that is refused is kept',
    as: 'manager',
    call: 'parameter/save',
    send: {
      parameters: [
        { code: 'extra_photo_price', value: '99' },
        { code: 'nope', value: '1' },
      ],
    },
    status: 400,
    rows: [['parameter', { companyId: '$company', code: 'extra_photo_price' }, { value: '35.5' }]],
  },
]

const BULLETINS: Scenario[] = [
  {
    it: 'a bulletin is written',
    as: 'manager',
    call: 'bulletin/add',
    send: { title: '门市会议', content: '周五八点', orgIds: ['$sales'] },
    keep: 'bulletin',
    logs: 1,
    rows: [['bulletin', { title: '门市会议' }, { status: DICT.bulletin_status.draft, publishTime: null }]],
  },
  {
    it: 'nobody reads it yet',
    as: 'consultant',
    call: 'bulletin/published',
    send: { title: '门市会议' },
    total: 0,
    data: [],
  },
  {
    it: 'it is published',
    as: 'manager',
    call: 'bulletin/publish',
    send: { id: '$bulletin', status: DICT.bulletin_status.published },
    rows: [['bulletin', { id: '$bulletin' }, { status: DICT.bulletin_status.published }]],
  },
  {
    it: 'and read by those it is for',
    as: 'consultant',
    call: 'bulletin/published',
    send: { title: '门市会议' },
    total: 1,
  },
  {
    it: 'who are notified',
    as: 'consultant',
    call: 'pushMessage/queryAccpetMessage',
    send: { pageRows: 1 },
    data: [{ title: '门市会议', isRead: DICT.is_read.unread, messageSourceDO: { id: '$bulletin' } }],
  },
  { it: 'not by others', as: 'photographer', call: 'bulletin/published', send: { title: '门市会议' }, total: 0 },
  {
    it: 'not twice',
    as: 'manager',
    call: 'bulletin/publish',
    send: { id: '$bulletin', status: DICT.bulletin_status.published },
    status: 400,
    msg: '只有「草稿」「已撤回」可以发布',
  },
  {
    it: 'nor back to a draft',
    as: 'manager',
    call: 'bulletin/publish',
    send: { id: '$bulletin', status: DICT.bulletin_status.draft },
    status: 403,
  },
  {
    it: 'it is withdrawn',
    as: 'manager',
    call: 'bulletin/publish',
    send: { id: '$bulletin', status: DICT.bulletin_status.withdrawn },
    rows: [['bulletin', { id: '$bulletin' }, { status: DICT.bulletin_status.withdrawn }]],
  },
  {
    it: 'and gone for its readers',
    as: 'consultant',
    call: 'bulletin/published',
    send: { title: '门市会议' },
    total: 0,
  },
  {
    it: 'one that has expired is not published',
    as: 'manager',
    call: 'bulletin/edit',
    send: { id: '$bulletin', expireTime: TODAY - DAY },
    status: 200,
  },
  {
    it: 'by nobody',
    as: 'manager',
    call: 'bulletin/publish',
    send: { id: '$bulletin', status: DICT.bulletin_status.published },
    status: 400,
    field: 'expireTime',
  },
  { it: 'it is deleted', as: 'manager', call: 'bulletin/del', send: { id: '$bulletin' }, data: { count: 1 }, logs: 1 },
]

const BOARD: Scenario[] = [
  {
    it: 'a topic is opened',
    as: 'consultant',
    call: 'message/add',
    send: { title: '道具不够', content: '百天照的小推车坏了' },
    keep: 'topic',
    logs: 1,
  },
  {
    it: 'answered',
    as: 'cashier',
    call: 'message/reply',
    send: { id: '$topic', content: '仓库还有一辆' },
    rows: [['messageBoard', { id: '$topic' }, { replies: [{ content: '仓库还有一辆', name: '王丽' }] }]],
  },
  {
    it: 'an answer must say something',
    as: 'cashier',
    call: 'message/reply',
    send: { id: '$topic', content: ' ' },
    status: 400,
    field: 'content',
  },
  {
    it: 'answers are counted',
    as: 'consultant',
    call: 'message/detail',
    send: { id: '$topic' },
    data: { replyCount: 1, status: DICT.board_status.open },
  },
  {
    it: 'it is not closed by just anybody',
    as: 'cashier',
    call: 'message/close',
    send: { id: '$topic' },
    status: 400,
    msg: '只有发布人或管理员可以关闭',
  },
  {
    it: 'but by its author',
    as: 'consultant',
    call: 'message/close',
    send: { id: '$topic' },
    logs: 1,
    rows: [['messageBoard', { id: '$topic' }, { status: DICT.board_status.closed }]],
  },
  {
    it: 'then nobody answers',
    as: 'cashier',
    call: 'message/reply',
    send: { id: '$topic', content: '晚了' },
    status: 400,
    msg: '留言已关闭',
  },
  { it: 'nor closes it again', as: 'consultant', call: 'message/close', send: { id: '$topic' }, status: 400 },
]

const SMS: Scenario[] = [
  {
    it: 'a template is added',
    as: 'manager',
    call: 'smstemplate/add',
    send: { code: 'sale', name: '促销', scene: DICT.sms_scene.custom, content: '${customerName}您好，${what}' },
    keep: 'template',
    logs: 1,
  },
  {
    it: 'not twice',
    as: 'manager',
    call: 'smstemplate/add',
    send: { code: 'sale', name: '促销二', scene: DICT.sms_scene.custom, content: 'x' },
    status: 400,
    field: 'code',
  },
  {
    it: 'a variable without a value stops the message',
    as: 'administrator',
    call: 'leadMsg/sendMsg',
    send: { customerIds: ['$customer'], templateId: '$template' },
    status: 400,
    field: 'params',
    msg: '缺少变量 what',
    rows: [['smsRecord', { templateId: '$template' }, 0]],
  },
  {
    it: 'a number that is none too',
    as: 'administrator',
    call: 'leadMsg/sendMsg',
    send: { mobiles: '12345', templateId: '$template', params: { customerName: '客', what: '好' } },
    status: 400,
    field: 'mobiles',
  },
  {
    it: 'a message is written for each receiver',
    as: 'administrator',
    call: 'leadMsg/sendMsg',
    send: {
      mobiles: '13912340001 13912340002',
      customerIds: ['$customer'],
      templateId: '$template',
      params: { customerName: '客', what: '八折' },
    },
    data: { count: 3 },
    rows: [['smsRecord', { templateId: '$template' }, 3]],
  },
  { it: 'and listed', as: 'manager', call: 'smsRecord/query', send: { templateId: '$template' }, total: 3 },
  {
    it: 'a template in use is not deleted',
    as: 'manager',
    call: 'smstemplate/del',
    send: { id: '$template' },
    status: 400,
    msg: '数据已被引用，不能删除',
  },
  {
    it: 'one that is switched off sends nothing',
    as: 'manager',
    call: 'smstemplate/edit',
    send: { id: '$template', status: DICT.enable_status.disabled },
    status: 200,
  },
  {
    it: 'to nobody',
    as: 'administrator',
    call: 'leadMsg/sendMsg',
    send: { mobiles: '13912340001', templateId: '$template', params: { customerName: '客', what: '好' } },
    status: 400,
    field: 'templateId',
  },
]

const REST: Scenario[] = [
  {
    it: 'the file to fill in for an import is there',
    as: 'manager',
    call: 'template/getUrl',
    send: { code: 'employee' },
    status: 200,
  },
  {
    it: 'one that is none is not',
    as: 'manager',
    call: 'template/getUrl',
    send: { code: 'no such template' },
    status: 400,
    field: 'code',
  },
  {
    it: 'cities are offered by their code',
    as: 'consultant',
    call: 'saleCity/select',
    send: { keyword: '重庆' },
    data: [{ value: '500100', label: '重庆' }],
  },
  {
    it: 'regions are asked for by the one above',
    as: 'consultant',
    call: 'address/query',
    send: { parentCode: '500000' },
    status: 200,
  },
  { it: 'the home page answers anybody on the staff', as: 'limited', call: 'index/pages', status: 200 },
]

onOneEngine('administration', (engine) => {
  const kept: Values = {}
  const product = useProduct(engine)
  let elsewhere: Person
  beforeAll(async () => {
    const { companyId, employeeId } = await product().person('manager')
    const org = async (code: string): Promise<number> =>
      (await product().row<{ id: number }>('select "id" from "org" where "code" = $1', [code])).id
    const menu = async (code: string): Promise<number> =>
      (await product().row<{ id: number }>('select "id" from "menu" where "code" = $1', [code])).id
    Object.assign(kept, {
      company: companyId,
      managerEmployee: employeeId,
      sales: await org('XB-CQ-MS'),
      office: await org('XB-CQ-GM'),
      foreignOrg: await org('XB-CD-MS'),
      consultant: await product().role('consultant', companyId),
      customerMenu: await menu('customer-001'),
      staffMenu: await menu('system-004'),
      customer: (
        await product().row<{ id: number }>('select min("id") as "id" from "customer" where "companyId" = $1', [
          companyId,
        ])
      ).id,
    })
    kept.addButton = (
      await product().row<{ id: number }>('select "id" from "btn" where "menuId" = $1 and "code" = \'add\'', [
        kept.customerMenu,
      ])
    ).id
    const other = await product().row<{ companyId: number }>('select "companyId" from "org" where "id" = $1', [
      kept.foreignOrg,
    ])
    kept.foreignRole = await product().role('consultant', other.companyId)
    elsewhere = await product().hire({
      name: '成都店长',
      companyId: other.companyId,
      orgId: kept.foreignOrg as number,
      roleId: await product().role('manager', other.companyId),
    })
    kept.elsewhere = elsewhere.token
  })

  describe('departments', () => {
    runScenarios(product, kept, DEPARTMENTS)
    it('keep the way down to them, for whose rows are seen', async () => {
      const { path, above } = await product().row<{ path: string; above: string }>(
        'select o."path", p."path" as above from "org" o join "org" p on p."id" = o."parentId" where o."id" = $1',
        [kept.night],
      )
      expect(path).toBe(`${above}${kept.night as number}/`)
    })
  })
  describe('positions', () => runScenarios(product, kept, POSITIONS))
  describe('staff', () => runScenarios(product, kept, STAFF))

  describe('somebody leaves', () => {
    beforeAll(async () => {
      const { companyId } = await product().person('manager')
      const hire = (name: string) =>
        product().hire({ name, companyId, orgId: kept.sales as number, roleId: kept.consultant as number })
      const [leaver, heir] = [await hire('将离职'), await hire('接手人')]
      Object.assign(kept, { leaver: leaver.employeeId, leaverToken: leaver.token, heir: heir.employeeId })
      for (const [i, realName] of ['交接甲', '交接乙'].entries())
        await product().must(leaver, 'customer/add', { realName, mobile: `1891112000${i}` })
    })
    runScenarios(product, kept, LEAVING)
  })

  describe('roles', () => {
    runScenarios(product, kept, ROLES.slice(0, -2))
    it('and its clone have equal grants and rules, and nobody holds the clone', async () => {
      const grants = (id: unknown) =>
        product().rows('select "menuId", "btnIds" from "roleMenu" where "roleId" = $1 and not "isDel" order by 1', [id])
      const rules = (id: unknown) =>
        product().rows(
          'select "moduleCode", "level", "orgIds", "showMobile" from "dataAccess" where "roleId" = $1 and not "isDel" order by 1',
          [id],
        )
      expect(await grants(kept.clone)).toEqual(await grants(kept.role))
      expect(await rules(kept.clone)).toEqual(await rules(kept.role))
      expect(await product().count('userRole', '"roleId" = $1', [kept.clone])).toBe(0)
    })
    runScenarios(product, kept, ROLES.slice(-2))
  })

  describe('menus', () => runScenarios(product, kept, MENUS))
  describe('option lists', () => runScenarios(product, kept, DICTIONARIES))
  describe('parameters', () => runScenarios(product, kept, PARAMETERS))
  describe('bulletins', () => runScenarios(product, kept, BULLETINS))

  it('what is read by its id, and its history, is what the list shows, where a resource says which rows are seen', async () => {
    const asked: Record<string, number> = {}
    const wrong: string[] = []
    const { model } = product()
    await product().db
      .query(`insert into "dictItem" ("dictId", "corpId", "value", "label", "sortNum", "status", "version", "createTime", "updateTime", "isDel")
      select "dictId", (select max("id") from "company"), 'theirs', '别家', 1, 1, 1, now(), now(), false from "dictItem" limit 1`)
    for (const { name, seen } of Object.values(model.resources).filter((one) => one.seen)) {
      const lists = Object.values(model.calls).filter(
        (call) => call.resource === name && ['query', 'list'].includes(call.kind),
      )
      const detail = callOfKind(model, name, 'detail')?.path as string
      const rows = await product().rows<{ id: number; createBy: number | null }>(
        `select "id", "createBy" from "${name}" where not "isDel" order by "id" desc limit 60`,
      )
      for (const role of Object.keys(MOBILES).filter((one) => one !== 'inactive')) {
        const who = await product().person(role)
        const listed = await Promise.all(lists.map(({ path }) => product().raw(who, path, { pageRows: 200 })))
        const granted = listed.filter(({ status }) => status === 200)
        const ids = granted.flatMap(({ data }) => (data as { id: number }[]).map(({ id }) => id))
        const total = Math.max(...granted.map((one) => one.total ?? 0))
        for (const { id, createBy } of rows) {
          const { status } = await product().raw(who, detail, { id })
          const history = await product().post(who, 'operatelogs/history', { entity: name, entityId: id })
          asked[`${name} ${status}`] = (asked[`${name} ${status}`] ?? 0) + 1
          const own = seen?.unless !== undefined && createBy === who.employeeId
          const shown = ids.includes(id) || own
          if ((status === 200) !== shown && total <= 200 && granted.length > 0)
            wrong.push(`${role} ${name} ${id}: ${status}`)
          if ((history.status === 200) !== (status === 200))
            wrong.push(`${role} ${name} ${id}: history ${history.status}`)
        }
      }
    }
    expect(wrong).toEqual([])
    for (const name of ['bulletin', 'dictItem'])
      expect(asked).toMatchObject({ [`${name} 200`]: expect.any(Number), [`${name} 403`]: expect.any(Number) })
  })
  describe('the message board', () => runScenarios(product, kept, BOARD))
  describe('short messages', () => {
    runScenarios(product, kept, SMS)
    it('are sent by a job, each once', async () => {
      await product().work()
      await expect
        .poll(async () => product().count('smsRecord', '"templateId" = $1 and "sendStatus" = 2', [kept.template]))
        .toBe(3)
      const texts = product().sms.sent.filter((one) => one.text.includes('八折'))
      expect(texts.map((one) => one.mobile).sort()).toEqual(expect.arrayContaining(['13912340001', '13912340002']))
      expect(texts).toHaveLength(3)
    })
  })
  describe('besides', () => runScenarios(product, kept, REST))
})
