using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>What the reader of a connection finds in its bytes.</summary>
internal interface IProbeFrames
{
    /// <summary>A frame but HEADERS and CONTINUATION; of DATA without its padding.</summary>
    void OnFrame(in FrameHeader header, ReadOnlySpan<byte> payload);

    /// <summary>The field sink of a stream whose field block is complete.</summary>
    ProbeFields OnFields(int streamId);

    /// <summary>The field block was decoded.</summary>
    void OnFieldsEnd(int streamId, bool endStream);
}

/// <summary>Reads frames and field blocks from the bytes of one connection. Owned by its reader thread.</summary>
internal sealed class ProbeInput(IProbeFrames frames) : IDisposable
{
    private readonly FrameReader _reader = new();
    private readonly FieldBlockAssembler _block = new(Http2Limits.Default);
    private readonly HpackDecoder _decoder = new();
    private bool _isFirst = true;

    /// <summary>Takes bytes.</summary>
    /// <returns>What violates HTTP/2; null where nothing does.</returns>
    public string? Take(ReadOnlySpan<byte> bytes)
    {
        while (true)
        {
            switch (_reader.Read(ref bytes, SettingsPayload.SmallestMaxFrameSize, out var header, out var payload))
            {
                case FrameReadOutcome.NeedMore:
                    return null;
                case FrameReadOutcome.TooLarge:
                    return _isFirst ? "what it sends first is no HTTP/2" : "a frame is larger than SETTINGS_MAX_FRAME_SIZE allows";
                default:
                    // GOAWAY alone is the answer of a port that refuses HTTP/2, with its reason.
                    if (_isFirst && header.Type is not (Http2FrameType.Settings or Http2FrameType.GoAway))
                    {
                        return "its first frame is not SETTINGS";
                    }

                    _isFirst = false;
                    if (OnFrame(header, payload) is { } violation)
                    {
                        return violation;
                    }

                    break;
            }
        }
    }

    public void Dispose()
    {
        _reader.Release();
        _block.Release();
    }

    private string? OnFrame(in FrameHeader header, ReadOnlySpan<byte> payload)
    {
        var isHeaders = header.Type == Http2FrameType.Headers;
        if (isHeaders || header.Type == Http2FrameType.Data)
        {
            if (Padding.Strip(header, ref payload) is { IsNone: false } padding)
            {
                return padding.Reason;
            }
        }

        if (!isHeaders && header.Type != Http2FrameType.Continuation)
        {
            frames.OnFrame(header, payload);
            return null;
        }

        var fault = isHeaders ? _block.Begin(header.StreamId, header.Has(FrameFlag.EndStream), payload) : _block.Continue(payload);
        return !fault.IsNone ? fault.Reason
            : header.Has(FrameFlag.EndHeaders) ? Decode()
            : null;
    }

    private string? Decode()
    {
        var streamId = _block.StreamId;
        if (_decoder.Decode(_block.Block, frames.OnFields(streamId)) is var fault and not HpackFault.None)
        {
            return $"a field block cannot be decoded ({fault})";
        }

        frames.OnFieldsEnd(streamId, _block.EndStream);
        _block.Release();
        return null;
    }
}
