namespace Fathom.Subjects.Download;

/// <summary>Something to download.</summary>
/// <param name="Bytes">All of it.</param>
/// <param name="RecordSize">Bytes of a record: what a message of a stream holds.</param>
public sealed record Payload(byte[] Bytes, int RecordSize)
{
    /// <summary>The records, in order; the last may be shorter.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> Records()
    {
        for (var start = 0; start < Bytes.Length; start += RecordSize)
        {
            yield return Bytes.AsMemory(start, Math.Min(RecordSize, Bytes.Length - start));
        }
    }
}
