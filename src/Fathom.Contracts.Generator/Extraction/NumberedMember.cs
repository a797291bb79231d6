using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>A member that is part of the contract, still with its symbols.</summary>
/// <param name="Symbol">The property or field.</param>
/// <param name="Type">Its type.</param>
/// <param name="Number">Its number; null for a oneof, whose cases have them.</param>
/// <param name="NumberLocation">Where the number stands.</param>
/// <param name="TypeLocation">Where its type stands.</param>
/// <param name="ProtoName">The name given for .proto text, if any.</param>
/// <param name="Encoding">How its integers are written.</param>
/// <param name="KeyEncoding">How the integers of its keys are.</param>
/// <param name="EncodingLocation">Where the attribute stands.</param>
internal sealed record NumberedMember(
    ISymbol Symbol, ITypeSymbol Type, int? Number, Location? NumberLocation, Location? TypeLocation, string? ProtoName,
    Encoding Encoding, Encoding KeyEncoding, Location? EncodingLocation);

/// <summary>As Fathom.Contracts.IntegerEncoding.</summary>
internal enum Encoding
{
    Varint = 0,
    ZigZag = 1,
    Fixed = 2,
}
