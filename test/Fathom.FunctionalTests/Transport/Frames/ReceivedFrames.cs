using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Frames that one end of a connection receives, after a preface of some length. For any thread.</summary>
internal sealed class ReceivedFrames(int prefaceLength)
{
    private readonly Lock _lock = new();
    private readonly FrameReader _reader = new();
    private readonly List<RawFrame> _frames = [];
    private int _prefaceLeft = prefaceLength;
    private long _dataBytes;

    /// <summary>Bytes of DATA received.</summary>
    public long DataBytes => Interlocked.Read(ref _dataBytes);

    /// <summary>All frames so far.</summary>
    public List<RawFrame> ToList()
    {
        lock (_lock)
        {
            return [.. _frames];
        }
    }

    /// <summary>Takes bytes as they were received.</summary>
    public void Take(ReadOnlySpan<byte> bytes)
    {
        var preface = Math.Min(_prefaceLeft, bytes.Length);
        _prefaceLeft -= preface;
        bytes = bytes[preface..];
        lock (_lock)
        {
            while (_reader.Read(ref bytes, SettingsPayload.LargestMaxFrameSize, out var header, out var payload) == FrameReadOutcome.Frame)
            {
                var isData = header.Type == Http2FrameType.Data;
                _dataBytes += isData ? payload.Length : 0;
                _frames.Add(new RawFrame(header, isData ? [] : payload.ToArray()));
            }
        }
    }
}
