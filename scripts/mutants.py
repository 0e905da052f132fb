"""The mutants of scripts/mutate: small mistakes in a line of C.

A mutant changes one line: an operator becomes another, a constant its neighbour, operands swap, a mask
or a statement goes, a condition is always true or false.
"""
import collections
import os
import re
import struct

Mutant = collections.namedtuple('Mutant', 'file function number before after')  # one line of a file

TOKEN = re.compile(r'''
    (?P<number>0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?[uUlLfF]*
             | (?:\d+\.\d*|\.?\d+)(?:[eE][+-]?\d+)?[uUlLfF]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<operator>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^<>!~?:=;,.()\[\]{}])
''', re.X)

# Only with a space on both sides: clang-format writes binary operators so, and pointers otherwise.
REPLACED = {
    '+': ['-'], '-': ['+'], '*': ['+'], '/': ['*'], '%': ['/'], '&': ['|'], '|': ['&'], '^': ['|'],
    '<<': ['>>'], '>>': ['<<'], '<': ['<=', '>'], '<=': ['<'], '>': ['>=', '<'], '>=': ['>'],
    '==': ['!='], '!=': ['=='], '&&': ['||'], '||': ['&&'],
    '+=': ['-=', '='], '-=': ['+=', '='], '*=': ['='], '/=': ['='], '|=': ['=', '&='], '&=': ['=', '|='],
}
# Functions whose first two arguments mean different things.
ORDERED = re.compile(r'\w*(?:lerp|blend|bsl|permutex2var|unpack|combine|insert|andnot|_sub|subq|least|'
                     r'memcpy|floor_mod|maskz?|shuffle)\w*$')
OPERAND = r'(?:\w+(?:(?:->|\.)\w+|\[[^\[\]]*\])*(?:\([^()]*\))?|\([^()]*\))'
STATEMENT = re.compile(r'''\s*(?:
    [\w.\->\[\]*+\ ]+\ (?:[-+*/%&|^]|<<|>>)?=\ .*
  | (?!return\b|if\b|for\b|while\b|switch\b)\w+(?:\ volatile)?\(.*\)
  | break | continue);$''', re.X)
# The first line of a function's definition; LANE(name) and FUNCTION(name) are names too.
FUNCTION = re.compile(r'(?=[A-Za-z_])(?!enum|extern|_Static_assert)[^=;]*?'
                      r'(?:(?:LANE|FUNCTION)\()?(?!(?:LANE|FUNCTION)\b)\b(\w+)\)?\([^;]*$')
DECLARATION = re.compile(r'\s*(?:static |const |\w+ \*?(?:const )?\w+(?:\[\w*\])? = )')


def blank_comments(text):
    """Comments and strings as spaces: positions stay."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
    return pattern.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()), text)


def changed_number(text):
    """Neighbours of a constant: 1 more and 1 less, or the next floating-point number."""
    match = re.fullmatch(r'(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)', text)
    if match:
        digits, suffix = match.groups()
        value = int(digits, 16 if 'x' in digits.lower() else 10)
        near = [value + 1] + ([value - 1] if value > 0 else [])
        return [(hex(n) if 'x' in digits else str(n)) + suffix for n in near]
    single = text[-1] in 'fF' and 'p' in text.lower() or re.fullmatch(r'[\d.eE+-]+[fF]', text)
    digits = text.rstrip('fFlL') if single or 'x' not in text else text
    value = float.fromhex(digits) if 'x' in digits.lower() else float(digits)
    if single:
        bits = struct.unpack('<I', struct.pack('<f', value))[0]
        return [struct.unpack('<f', struct.pack('<I', bits + 1))[0].hex() + 'f']
    bits = struct.unpack('<Q', struct.pack('<d', value))[0]
    near = [struct.unpack('<d', struct.pack('<Q', bits + 1))[0].hex()]
    if value == 0:
        near = ['1.0']
    return near


def arguments(code, at):
    """The spans of a call's arguments; `at` is behind its parenthesis. None if it passes the line."""
    spans, depth, start = [], 0, at
    for i in range(at, len(code)):
        c = code[i]
        if c in '([{':
            depth += 1
        elif c in ')]}' and depth == 0:
            return spans + [(start, i)]
        elif c in ')]}':
            depth -= 1
        elif c == ',' and depth == 0:
            spans.append((start, i))
            start = i + 1
    return None


def line_edits(line, code):
    """Every changed version of a line; `code` is the line without comments and strings."""
    tokens = list(TOKEN.finditer(code))

    def put(start, end, text):
        return line[:start] + text + line[end:]

    data = not any(t.lastgroup == 'name' for t in tokens)  # rows of a table: one mutant is enough
    for t in tokens:
        start, end, text = t.start(), t.end(), t.group()
        if t.lastgroup == 'number':
            # Not an array's length: where a wrong one matters, sanitizers notice.
            if re.search(r'\b(?!return|case|else)\w+ \**\w+(?:\[\w+\])*\[$', code[:start]):
                continue
            for other in changed_number(text):
                yield put(start, end, other)
                if data:
                    return
        elif t.lastgroup == 'operator':
            spaced = code[start - 1:start] == ' ' and (code[end:end + 1] in (' ', '') or text == '!')
            if text in REPLACED and spaced and code[:start].strip():
                for other in REPLACED[text]:
                    yield put(start, end, other)
            elif text in ('!', '~') or text == '-' and not code[end:end + 1].isspace():
                yield put(start, end, '')
            elif text in ('++', '--'):
                yield put(start, end, '--' if text == '++' else '++')
        elif re.fullmatch(r'PERLIN_ERROR_\w+', text) and re.search(r'return|status =', code):
            yield put(start, end, 'PERLIN_OK')
        elif ORDERED.match(text) and code[end:end + 1] == '(':
            spans = arguments(code, end + 1)
            if spans and len(spans) >= 2:
                (a, b), (c, d) = spans[:2]
                yield line[:a] + line[c:d].strip() + ', ' + line[a:b].strip() + line[d:]
    for match in re.finditer(rf' (&|%) {OPERAND}', code):  # a dropped mask
        yield put(match.start(), match.end(), '')
    for match in re.finditer(rf'({OPERAND}) (-|/|%|<<|>>) ({OPERAND})', code):
        a, operator, b = match.groups()
        if a not in ('return', 'case'):
            yield put(match.start(), match.end(), f'{b} {operator} {a}')
    match = re.match(r'(\s*)(?:\} else )?if \((.*)\)( \{)?$', code)
    if match:
        yield put(match.start(2), match.end(2), '1')
        yield put(match.start(2), match.end(2), '0')
    if STATEMENT.match(code) and not DECLARATION.match(code):
        yield re.match(r'\s*', line).group() + ';'


def mutants_of(root, file):
    with open(os.path.join(root, file), encoding='utf-8') as stream:
        text = stream.read()
    function = ''  # '' outside of functions
    for number, (line, code) in enumerate(zip(text.split('\n'), blank_comments(text).split('\n'))):
        # A macro's later lines are code as any other; its first line and other directives are not.
        tail = re.search(r'\s*\\$', code)
        if tail:
            code = code[:tail.start()]
        opening = FUNCTION.match(code)
        if opening or code.startswith('}'):
            function = opening.group(1) if opening else ''
        if code.lstrip().startswith('#') or not code.strip() or re.match(r'\s*(_Static_assert|extern|typedef)', code):
            continue
        code = code.rstrip()
        for after in dict.fromkeys(line_edits(line, code)):
            if after != line:
                yield Mutant(file, function, number, line, after)
