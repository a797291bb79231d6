namespace Fathom.Schema.Data;

/// <summary>
/// Finds where messages end in JSON that arrives in parts: values one after the other, or the elements of arrays. It looks at brackets,
/// strings and templates alone, as <see cref="JsonSplitter"/> does for JSON that is there in full.
/// </summary>
/// <param name="elements">Whether an array is one message for each element.</param>
internal sealed class JsonMessageScanner(bool elements)
{
    private int _at;
    private int _start = -1;
    private int _depth;
    private byte _last;
    private bool _isContainer;
    private bool _isInArray;
    private bool _isInString;
    private bool _isInTemplate;

    /// <summary>The line of the place that is read, from 1.</summary>
    public long Line { get; private set; } = 1;

    /// <summary>The line on which the last message begins, from 1.</summary>
    public long MessageLine { get; private set; } = 1;

    /// <summary>The bytes before this place are not needed any more: <see cref="Drop"/> them.</summary>
    public int Needed => _start >= 0 ? _start : _at;

    /// <summary>Finds the end of the next message.</summary>
    /// <param name="json">What has arrived, without what was dropped.</param>
    /// <param name="isAll">Whether nothing more arrives: a message that has no end then ends there.</param>
    /// <param name="message">Its bytes.</param>
    public bool TryNext(ReadOnlySpan<byte> json, bool isAll, out ReadOnlySpan<byte> message)
    {
        for (; _at < json.Length; _at++)
        {
            var value = json[_at];
            Line += value == '\n' ? 1 : 0;
            if (_start < 0)
            {
                Begin(value);
            }
            else if (EndsBefore(value))
            {
                message = Take(json, _at);
                _isInArray &= value != ']';
                _at++;
                return true;
            }
            else if (EndsWith(value))
            {
                message = Take(json, ++_at);
                return true;
            }
        }

        message = isAll && _start >= 0 ? Take(json, json.Length) : default;
        return !message.IsEmpty;
    }

    /// <summary>Passes over the first bytes.</summary>
    public void Skip(int count) => _at += count;

    /// <summary>The first bytes are gone.</summary>
    public void Drop(int count)
    {
        _at -= count;
        _start -= _start >= 0 ? count : 0;
    }

    private ReadOnlySpan<byte> Take(ReadOnlySpan<byte> json, int end)
    {
        var message = json[_start..end];
        (_start, _depth, _last, _isInString, _isInTemplate) = (-1, 0, 0, false, false);
        return message;
    }

    private void Begin(byte value)
    {
        if (value is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t' || (_isInArray && value == ','))
        {
            return;
        }

        if (_isInArray ? value == ']' : elements && value == '[')
        {
            _isInArray = !_isInArray;
            return;
        }

        (_start, MessageLine, _isContainer) = (_at, Line, value is (byte)'{' or (byte)'[');
        EndsWith(value);
    }

    // A number, a word, or a template that is one.
    private bool EndsBefore(byte value) => _depth <= 0 && !_isContainer && !_isInString && !_isInTemplate
        && (_isInArray ? value is (byte)',' or (byte)']' : value is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t');

    private bool EndsWith(byte value)
    {
        var last = _last;
        _last = value;
        if (_isInTemplate)
        {
            _isInTemplate = value != '}' || last != '}';
            _last = _isInTemplate ? value : (byte)0;
            return false;
        }

        if (_isInString)
        {
            _isInString = value != '"' || last == '\\';
            _last = last == '\\' ? (byte)0 : value;
            return false;
        }

        switch (value)
        {
            case (byte)'"':
                _isInString = true;
                break;
            case (byte)'{' when last == '{':
                // "{{": the bracket before began a template, not a message.
                (_isInTemplate, _last) = (true, 0);
                _depth--;
                _isContainer &= _at - 1 != _start;
                break;
            case (byte)'{' or (byte)'[':
                _depth++;
                break;
            case (byte)'}' or (byte)']':
                return --_depth <= 0 && _isContainer;
        }

        return false;
    }
}
