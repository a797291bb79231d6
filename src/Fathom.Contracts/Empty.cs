using Fathom.Contracts.Serialization;

namespace Fathom.Contracts;

/// <summary><c>google.protobuf.Empty</c>: the message of a service method that has no request or no response.</summary>
public sealed class Empty : IContract<Empty>
{
    private readonly UnknownFields? _unknown;

    private Empty(UnknownFields? unknown) => _unknown = unknown;

    /// <summary>The instance without unknown fields.</summary>
    public static Empty Instance { get; } = new(null);

    /// <inheritdoc/>
    public static int MeasureFields(Empty message, ref ContractMeasure measure)
    {
        ArgumentNullException.ThrowIfNull(message);
        return FieldSize.OfUnknown(message._unknown);
    }

    /// <inheritdoc/>
    public static void WriteFields(Empty message, ref ContractWriter writer)
    {
        ArgumentNullException.ThrowIfNull(message);
        writer.WriteUnknown(message._unknown);
    }

    /// <inheritdoc/>
    public static Empty ReadFields(ref ContractReader reader, Empty? earlier)
    {
        var unknown = earlier?._unknown;
        for (var tag = reader.ReadTag(); tag != 0; tag = reader.ReadTag())
        {
            reader.ReadUnknown(tag, ref unknown);
        }

        return unknown is null ? Instance : new Empty(unknown);
    }
}
