namespace Fathom.Wire.Http2;

/// <summary>The two sides of a connection.</summary>
internal enum Http2Role : byte
{
    /// <summary>Opens streams.</summary>
    Client = 0,
    /// <summary>Accepts streams.</summary>
    Server,
}
