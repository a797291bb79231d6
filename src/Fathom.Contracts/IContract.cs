using Fathom.Contracts.Serialization;

namespace Fathom.Contracts;

/// <summary>
/// The generated serializer of a contract. Called by generated code and by <see cref="ContractSerializer"/>: first a message is measured,
/// then it is written with the measured sizes.
/// </summary>
/// <typeparam name="TSelf">The contract.</typeparam>
public interface IContract<TSelf>
    where TSelf : class, IContract<TSelf>
{
    /// <summary>Computes the exact size of the message's fields in bytes, and adds the sizes of nested messages
    /// to <paramref name="measure"/>.</summary>
    static abstract int MeasureFields(TSelf message, ref ContractMeasure measure);

    /// <summary>Writes the message's fields in the order of their numbers, then the unknown ones.</summary>
    static abstract void WriteFields(TSelf message, ref ContractWriter writer);

    /// <summary>
    /// The size in bytes from which on a message should be read from memory of its own. Its <see cref="ReadOnlyMemory{T}"/> members then
    /// share that memory (<see cref="ContractReadOptions.ShareMemory"/>) and keep it alive. <see cref="int.MaxValue"/>, the default, for
    /// contracts without such members.
    /// </summary>
    static virtual int ShareThreshold => int.MaxValue;

    /// <summary>Reads fields up to the end of the message.</summary>
    /// <param name="reader">The reader, at the first tag.</param>
    /// <param name="earlier">The result of the previous occurrence of the same field, to merge into; <see langword="null"/> for the
    /// first.</param>
    /// <exception cref="MalformedMessageException">The input is malformed.</exception>
    static abstract TSelf ReadFields(ref ContractReader reader, TSelf? earlier);
}
