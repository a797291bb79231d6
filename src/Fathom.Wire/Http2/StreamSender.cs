using System.Buffers;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>Opens streams, sends their header sections and data, and closes the sending side (RFC 9113 section 8.1). Owned by one
/// connection.</summary>
internal sealed class StreamSender(
    StreamTable streams, StreamWindows windows, HpackEncoder encoder, DataSender data, StreamCloser closer,
    ConnectionTerminator ending, FrameWriter writer)
{
    public Http2Stream Open(HeaderTemplate? template, HeaderList? fields, bool endStream, object? tag)
    {
        var stream = streams.OpenLocal(windows.Send, windows.Receive);
        stream.Tag = tag;
        stream.IsHeadRequest = template?.IsHeadRequest == true || fields?.Contains(":method"u8, "HEAD"u8) == true;
        stream.HeadersSent = true;
        Encode(stream, template, fields, endStream);
        CloseLocal(stream, endStream);
        return stream;
    }

    /// <summary>Sends response headers or trailers. Checks the output limit here, because a peer that reads nothing need not send another
    /// frame.</summary>
    public void WriteHeaders(Http2Stream stream, HeaderTemplate? template, HeaderList? fields, bool endStream)
    {
        RequireSendable(stream);
        if (stream.HeadersSent && !endStream)
        {
            throw new InvalidOperationException(
                $"Trailers on stream {stream.Id} do not end it (RFC 9113 section 8.1): call WriteHeaders with endStream.");
        }

        stream.HeadersSent = true;
        Encode(stream, template, fields, endStream);
        CloseLocal(stream, endStream);
        ending.LimitOutput();
    }

    public void WriteInformational(Http2Stream stream, HeaderTemplate? template, HeaderList? fields)
    {
        RequireSendable(stream);
        if (stream.HeadersSent)
        {
            throw new InvalidOperationException(
                $"An interim response on stream {stream.Id} follows its final response (RFC 9113 section 8.1): send it before that.");
        }

        Encode(stream, template, fields, false);
        ending.LimitOutput();
    }

    public int TryWriteData(Http2Stream stream, ReadOnlySpan<byte> bytes, bool endStream)
    {
        RequireHeadersSent(stream);
        var accepted = data.Send(stream, bytes, endStream);
        CloseLocal(stream, endStream && accepted == bytes.Length);
        return accepted;
    }

    public int TryWriteData(Http2Stream stream, in ReadOnlySequence<byte> bytes, bool endStream)
    {
        RequireHeadersSent(stream);
        var accepted = data.Send(stream, bytes, endStream);
        CloseLocal(stream, endStream && accepted == bytes.Length);
        return accepted;
    }

    private static void RequireSendable(Http2Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (!stream.CanSend)
        {
            throw new InvalidOperationException(
                $"Stream {stream.Id} is {stream.State} and cannot send: check CanSend, and stop sending after OnStreamClosed.");
        }
    }

    private static void RequireHeadersSent(Http2Stream stream)
    {
        RequireSendable(stream);
        if (!stream.HeadersSent)
        {
            throw new InvalidOperationException(
                $"Data on stream {stream.Id} precedes its header section (RFC 9113 section 8.1): call WriteHeaders first.");
        }
    }

    private void Encode(Http2Stream stream, HeaderTemplate? template, HeaderList? fields, bool endStream)
    {
        encoder.Begin();
        if (template is not null)
        {
            encoder.Add(template);
        }

        if (fields is not null)
        {
            encoder.Add(fields);
        }

        writer.Headers(stream.Id, encoder.Block, endStream, SettingsPayload.SmallestMaxFrameSize);
        encoder.Release();
    }

    private void CloseLocal(Http2Stream stream, bool endStream)
    {
        if (!endStream)
        {
            return;
        }

        stream.CloseLocal();
        if (stream.State == Http2StreamState.Closed)
        {
            closer.Complete(stream);
        }
    }
}
