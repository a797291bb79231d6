using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>A member that is part of the contract, with its symbols.</summary>
/// <param name="Symbol">The property or field.</param>
/// <param name="Type">The type of the member.</param>
/// <param name="Number">The field number; null for a oneof, whose cases have the numbers.</param>
/// <param name="NumberLocation">The location of the field number.</param>
/// <param name="TypeLocation">The location of the type.</param>
/// <param name="ProtoName">The explicit name in .proto text, or null.</param>
/// <param name="Encoding">The encoding of integers.</param>
/// <param name="KeyEncoding">The encoding of integer keys.</param>
/// <param name="EncodingLocation">The location of the encoding in the attribute, or of the attribute.</param>
internal sealed record NumberedMember(
    ISymbol Symbol, ITypeSymbol Type, int? Number, Location? NumberLocation, Location? TypeLocation, string? ProtoName,
    Encoding Encoding, Encoding KeyEncoding, Location? EncodingLocation);

/// <summary>The values of Fathom.Contracts.IntegerEncoding, which the generator does not reference.</summary>
internal enum Encoding
{
    Varint = 0,
    ZigZag = 1,
    Fixed = 2,
}
