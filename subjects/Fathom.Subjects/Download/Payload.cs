namespace Fathom.Subjects.Download;

/// <summary>Content to download.</summary>
/// <param name="Bytes">The content.</param>
/// <param name="RecordSize">Size of a record in bytes; a message of a stream carries one record.</param>
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
