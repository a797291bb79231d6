namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Messages with one to three random faults.</summary>
internal static class DamagedMessage
{
    /// <summary>A copy with bits, bytes or runs of bytes changed, removed, inserted or replaced by those of another message.</summary>
    public static byte[] Create(byte[] original, List<byte[]> others, Random random)
    {
        var bytes = new List<byte>(original);
        for (var left = random.Next(1, 4); left > 0 && bytes.Count > 0; left--)
        {
            var at = random.Next(bytes.Count);
            switch (random.Next(7))
            {
                case 0:
                    bytes[at] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    bytes[at] = (byte)random.Next(256);
                    break;
                case 2:
                    bytes.RemoveRange(at, Math.Min(bytes.Count - at, random.Next(1, 20)));
                    break;
                case 3:
                    bytes.InsertRange(at, Enumerable.Range(0, random.Next(1, 12)).Select(_ => (byte)random.Next(256)));
                    break;
                case 4:
                    bytes.RemoveRange(at, bytes.Count - at);
                    break;
                case 5:
                    bytes.InsertRange(at, bytes.GetRange(at, Math.Min(bytes.Count - at, random.Next(1, 200))));
                    break;
                default:
                    var other = others[random.Next(others.Count)];
                    var from = random.Next(other.Length);
                    bytes.InsertRange(at, other.AsSpan(from, Math.Min(other.Length - from, random.Next(1, 100))).ToArray());
                    break;
            }
        }

        return [.. bytes];
    }
}
