using Fathom.Wire.Hpack;

namespace Fathom.Wire.Http2;

/// <summary>Decodes and validates field blocks. Passes fields on while the message is well-formed and its stream is open. Owned by one
/// connection.</summary>
internal sealed class FieldBlockReader(HpackDecoder decoder, IHttp2Events events)
{
    private readonly RequestAuthority _authority = new();
    private Http2Stream? _stream;
    private int _streamId;
    private MessageValidator _message;
    private string? _broken;

    /// <summary>The validated properties of the last message.</summary>
    public ref readonly MessageValidator Message => ref _message;

    /// <summary>Decodes the field block of a message.</summary>
    /// <returns>The violation, or <see cref="Http2Fault.None"/>.</returns>
    public Http2Fault Read(ReadOnlySpan<byte> block, Http2Stream stream, bool isRequest, bool isTrailers)
    {
        (_stream, _streamId, _broken) = (stream, stream.Id, null);
        _message = MessageValidator.Begin(isRequest, isTrailers, _authority);
        var fault = Decode(block);
        _stream = null;
        if (!fault.IsNone)
        {
            return fault;
        }

        if (decoder.ListTooLarge)
        {
            return Http2Fault.Stream(Http2ErrorCode.EnhanceYourCalm, nameof(Http2Limits.MaxHeaderListSize));
        }

        _broken ??= _message.Complete();
        return _broken is null ? Http2Fault.None : Http2Fault.Stream(Http2ErrorCode.ProtocolError, _broken);
    }

    /// <summary>Decodes a block whose stream is closed, because it still changes the dynamic table (RFC 7541 section 2.2).</summary>
    /// <returns>The violation, or <see cref="Http2Fault.None"/>.</returns>
    public Http2Fault Discard(ReadOnlySpan<byte> block)
    {
        _stream = null;
        return Decode(block);
    }

    private Http2Fault Decode(ReadOnlySpan<byte> block)
    {
        var fault = decoder.Decode(block, new Sink(this));
        return fault == HpackFault.None ? Http2Fault.None
            : fault == HpackFault.TooManyNames ? Http2Fault.LimitExceeded(nameof(Http2Limits.MaxHeaderListSize))
            : Http2Fault.Connection(Http2ErrorCode.CompressionError, HpackFaultText.Describe(fault));
    }

    private void Accept(in HeaderField field)
    {
        if (_stream is null || _broken is not null)
        {
            return;
        }

        _broken = _message.AddField(field);
        if (_broken is null && _stream.Id == _streamId && _stream.CanReceive)
        {
            events.OnHeader(_stream, field);
        }
    }

    // A struct, so that the runtime compiles the decoder for it and the call is direct.
    private readonly struct Sink(FieldBlockReader reader) : IHeaderSink
    {
        public void OnHeader(in HeaderField field) => reader.Accept(field);
    }
}

/// <summary>The texts of decoder faults.</summary>
internal static class HpackFaultText
{
    public static string Describe(HpackFault fault) => fault switch
    {
        HpackFault.Truncated => "RFC 7541: the field block ends inside a field",
        HpackFault.IntegerTooLarge => "RFC 7541 5.1: integer over 2^31-1",
        HpackFault.InvalidIndex => "RFC 7541 2.3.3: index is 0 or beyond both tables",
        HpackFault.InvalidHuffman => "RFC 7541 5.2: invalid Huffman string",
        HpackFault.MisplacedSizeUpdate => "RFC 7541 4.2: table size update after a field",
        HpackFault.SizeUpdateTooLarge => "RFC 7541 6.3: table size update above SETTINGS_HEADER_TABLE_SIZE",
        HpackFault.MissingSizeUpdate => "4.3.1: no table size update after a reduction was acknowledged",
        _ => "RFC 7541: field block cannot be decoded",
    };
}
