namespace Fathom.Wire.Hpack;

/// <summary>Receives the fields of a block in order.</summary>
internal interface IHeaderSink
{
    /// <summary>A field; its spans are valid during the call only.</summary>
    void OnHeader(in HeaderField field);
}
