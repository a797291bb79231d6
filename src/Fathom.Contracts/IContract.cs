using Fathom.Contracts.Serialization;

namespace Fathom.Contracts;

/// <summary>
/// The generated serializer of a contract. Called by generated code and by <see cref="ContractSerializer"/>: a message is measured first,
/// then written with the measured sizes.
/// </summary>
/// <typeparam name="TSelf">The contract.</typeparam>
public interface IContract<TSelf>
    where TSelf : class, IContract<TSelf>
{
    /// <summary>
    /// Computes the exact size of the message's fields in bytes, and adds the sizes of nested messages to <paramref name="measure"/>.
    /// </summary>
    static abstract int MeasureFields(TSelf message, ref ContractMeasure measure);

    /// <summary>Writes the message's fields in ascending order of field number, then its unknown fields.</summary>
    static abstract void WriteFields(TSelf message, ref ContractWriter writer);

    /// <summary>
    /// The minimum message size, in bytes, for which a transport should read the message from a dedicated buffer. The
    /// <see cref="ReadOnlyMemory{T}"/> members then refer to that buffer (<see cref="ContractReadOptions.ShareMemory"/>) and keep it alive.
    /// Default <see cref="int.MaxValue"/>, for contracts without such members.
    /// </summary>
    static virtual int ShareThreshold => int.MaxValue;

    /// <summary>Reads fields up to the end of the message.</summary>
    /// <param name="reader">The reader, positioned at the first tag.</param>
    /// <param name="earlier">The result of the previous occurrence of the same field, into which this one is merged; <see langword="null"/>
    /// for the first occurrence.</param>
    /// <exception cref="MalformedMessageException">The input is malformed.</exception>
    static abstract TSelf ReadFields(ref ContractReader reader, TSelf? earlier);
}
