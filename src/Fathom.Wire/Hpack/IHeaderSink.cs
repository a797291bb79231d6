namespace Fathom.Wire.Hpack;

/// <summary>Receives the fields of a block, in order.</summary>
internal interface IHeaderSink
{
    /// <summary>Called for each field. The field's spans are valid only during the call.</summary>
    void OnHeader(in HeaderField field);
}
