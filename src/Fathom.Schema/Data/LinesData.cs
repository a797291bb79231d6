using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Data;

/// <summary>
/// One message a line of a file that stays on disk. Opening reads it once, to check every line; of the places of lines it keeps one in
/// 1,024, so that memory does not grow with the length of lines.
/// </summary>
internal sealed class LinesData : RequestData
{
    private const int Stride = 1024;

    private readonly string _path;
    private readonly string _name;
    private readonly MessageDescriptor _type;
    private readonly DescriptorSet _types;
    private readonly RequestDataOptions _options;
    private readonly List<(long Offset, long Line)> _places = [];

    public LinesData(string path, string name, MessageDescriptor type, DescriptorSet types, RequestDataOptions options)
    {
        (_path, _name, _type, _types, _options) = (path, name, type, types, options);
        using var reader = new DataLines(path, name, options.MaxSize);
        var line = new LineEncoder(name, type, types, options);
        while (true)
        {
            var place = (reader.Offset, reader.Line);
            if (!reader.TryRead(out var text))
            {
                break;
            }

            line.Encode(text, reader.Line, Count);
            if (Count++ % Stride == 0)
            {
                _places.Add(place);
            }
        }

        if (Count == 0)
        {
            throw SchemaException.Input($"-d: the file '{name}' has no message; accepted: one JSON of {type.FullName} a line");
        }
    }

    public override long Count { get; }

    public override RequestSource Open() => new Source(this);

    private sealed class Source(LinesData data) : RequestSource
    {
        private readonly DataLines _reader = new(data._path, data._name, data._options.MaxSize);
        private readonly LineEncoder _encoder = new(data._name, data._type, data._types, data._options);
        private long _next;

        public override ReadOnlyMemory<byte> Get(long number)
        {
            var line = number % data.Count;
            if (line < _next || line >= _next + Stride)
            {
                _next = line / Stride * Stride;
                var (offset, first) = data._places[(int)(line / Stride)];
                _reader.Seek(offset, first);
            }

            while (_reader.TryRead(out var text))
            {
                if (_next++ == line)
                {
                    return _encoder.Encode(text, _reader.Line, number);
                }
            }

            throw SchemaException.Input($"-d: the file '{data._name}' became shorter while it was read; it must not change during a run");
        }

        protected override void Dispose(bool disposing)
        {
            base.Dispose(disposing);
            _reader.Dispose();
        }
    }
}
