using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Data;

/// <summary>
/// One message a line of a file. Opening reads it once, to check every line. Where all are constant and small together, that is all: they
/// are kept encoded. Else the file stays on disk, and of its lines one place in 64 KiB is kept: streams that are open at once read
/// different parts of the file in turn, and a step from one to another reads no more than that.
/// </summary>
internal sealed class LinesData : RequestData
{
    private const int Stride = 64 * 1024;
    private const int ArrayOverhead = 32;

    private readonly string _path;
    private readonly string _name;
    private readonly MessageDescriptor _type;
    private readonly DescriptorSet _types;
    private readonly RequestDataOptions _options;
    private readonly List<(long Number, long Offset, long Line)> _places = [];
    private readonly List<byte[]>? _kept;

    private LinesData(string path, string name, MessageDescriptor type, DescriptorSet types, RequestDataOptions options)
    {
        (_path, _name, _type, _types, _options) = (path, name, type, types, options);
        using var reader = new DataLines(path, name, options.MaxSize);
        var line = new LineEncoder(name, type, types, options);
        List<byte[]>? kept = [];
        var size = 0L;
        while (true)
        {
            var place = (reader.Offset, reader.Line);
            if (!reader.TryRead(out var text))
            {
                break;
            }

            if (_places.Count == 0 || place.Offset - _places[^1].Offset >= Stride)
            {
                _places.Add((Count, place.Offset, place.Line));
            }

            var message = line.Encode(text, reader.Line, Count++);
            size += message.Length + ArrayOverhead;
            if (size > options.MaxKeptLines || LineEncoder.IsTemplate(text))
            {
                kept = null;
            }

            kept?.Add(message.ToArray());
        }

        _kept = kept;
        if (Count == 0 && !options.MayBeEmpty)
        {
            throw SchemaException.Input($"-d: the file '{name}' has no message; accepted: one JSON of {type.FullName} a line");
        }
    }

    public override long Count { get; }

    public override RequestSource Open() => new Source(this);

    /// <summary>Reads and checks all lines.</summary>
    public static RequestData Read(string path, string name, MessageDescriptor type, DescriptorSet types, RequestDataOptions options)
    {
        var lines = new LinesData(path, name, type, types, options);
        return lines._kept is { } messages ? new MemoryData([.. messages]) : lines;
    }

    // The last place at or before a line.
    private int PlaceBefore(long line)
    {
        var (low, high) = (0, _places.Count - 1);
        while (low < high)
        {
            var middle = (low + high + 1) / 2;
            (low, high) = _places[middle].Number <= line ? (middle, high) : (low, middle - 1);
        }

        return low;
    }

    private sealed class Source(LinesData data) : RequestSource
    {
        private readonly DataLines _reader = new(data._path, data._name, data._options.MaxSize);
        private readonly LineEncoder _encoder = new(data._name, data._type, data._types, data._options);
        private long _next;

        public override ReadOnlyMemory<byte> Get(long number)
        {
            var line = number % data.Count;
            if (line != _next && data._places[data.PlaceBefore(line)] is var place && (line < _next || place.Number > _next))
            {
                _next = place.Number;
                _reader.Seek(place.Offset, place.Line);
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
