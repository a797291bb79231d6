namespace Fathom.FunctionalTests.Mediator.Mutations;

/// <summary>Messages and metadata that are nearly right; the same for the same seed.</summary>
internal sealed class Mutation(int seed)
{
    private const string Names = "abcdefghijklmnopqrstuvwxyz-_.0123456789";
    private readonly Random _random = new(seed);

    /// <summary>One of several.</summary>
    public T Pick<T>(params T[] of) => of[_random.Next(of.Length)];

    /// <summary>A message with one to three changes: bits, bytes, its end, repetitions.</summary>
    public byte[] Of(byte[] message)
    {
        List<byte> bytes = [.. message];
        for (var changes = _random.Next(1, 4); changes > 0; changes--)
        {
            var place = _random.Next(bytes.Count + 1);
            switch (_random.Next(4))
            {
                case 0 when place < bytes.Count:
                    bytes[place] ^= (byte)(1 << _random.Next(8));
                    break;
                case 1:
                    bytes.Insert(place, (byte)_random.Next(256));
                    break;
                case 2:
                    bytes.RemoveRange(place, bytes.Count - place);
                    break;
                default:
                    bytes.AddRange(bytes.Take(place).ToList());
                    break;
            }
        }

        return [.. bytes];
    }

    /// <summary>Metadata that nodes read, as they would send it or nearly, among some that nobody knows; none half of the time.</summary>
    public IEnumerable<(string Name, string Value)> Metadata()
    {
        if (_random.Next(2) == 0)
        {
            yield break;
        }

        yield return ("fathom-notification-id", Text("0123456789abcdef", Seldom() ? 31 : 32));
        yield return ("fathom-notification-node", Text("node ~", Seldom() ? 101 : 5));
        yield return ("fathom-hops", Seldom() ? Pick("-1", "", "99999999999999999999", "1e3") : $"{_random.Next(300)}");
        yield return ("traceparent", Seldom() ? Text("0123456789abcdef-", _random.Next(80))
            : $"00-{Text("0123456789abcdef", 32)}-{Text("0123456789abcdef", 16)}-01");
        if (Seldom())
        {
            yield return (Text(Names, 1 + _random.Next(60)), Text("0123456789 abcdef=,;", _random.Next(2000)));
        }
    }

    /// <summary>A message in the frame of gRPC, whose flag or length may be another than it should.</summary>
    public byte[] Framed(byte[] message)
    {
        var length = Seldom() ? _random.Next() : message.Length;
        return [Seldom() ? (byte)_random.Next(256) : (byte)0, (byte)(length >> 24), (byte)(length >> 16), (byte)(length >> 8), (byte)length,
            .. message];
    }

    /// <summary>How long the sender waits, in gRPC's form or nearly; never so short that it is over before it began.</summary>
    public string Timeout() => Seldom() ? Pick("1", "S", "999999999S", "-1S", "1X", "") : $"{60 + _random.Next(100)}S";

    public bool Seldom() => _random.Next(20) == 0;

    private string Text(string characters, int length) => new(_random.GetItems<char>(characters, length));
}
