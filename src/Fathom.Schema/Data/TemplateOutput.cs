namespace Fathom.Schema.Data;

/// <summary>A growing buffer of text in UTF-8, kept from message to message.</summary>
internal sealed class TemplateOutput
{
    private byte[] _buffer = new byte[1024];
    private int _length;

    public ReadOnlySpan<byte> Written => _buffer.AsSpan(0, _length);

    public ReadOnlyMemory<byte> WrittenMemory => _buffer.AsMemory(0, _length);

    public void Clear() => _length = 0;

    public void Write(ReadOnlySpan<byte> text)
    {
        Grow(text.Length);
        text.CopyTo(_buffer.AsSpan(_length));
        _length += text.Length;
    }

    public void Write<T>(T value, ReadOnlySpan<char> format = default)
        where T : IUtf8SpanFormattable
    {
        // The longest value is a UUID or a time, with 36 bytes.
        Grow(64);
        value.TryFormat(_buffer.AsSpan(_length), out var written, format, System.Globalization.CultureInfo.InvariantCulture);
        _length += written;
    }

    private void Grow(int size)
    {
        if (_buffer.Length - _length < size)
        {
            Array.Resize(ref _buffer, Math.Max(_length + size, 2 * _buffer.Length));
        }
    }
}
