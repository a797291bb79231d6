using System.Text;
using System.Text.Json;
using Fathom.Schema.Faults;

namespace Fathom.Schema.Json;

/// <summary>The path to the value that is read: names as positions in the JSON, so that a correct message allocates nothing
/// for it.</summary>
internal sealed class JsonPath
{
    private const int MaxShown = 12;

    private readonly List<(int Start, int Length, int Index)> _steps = [];

    public void Clear() => _steps.Clear();

    /// <summary>Enters the property whose name the reader is at.</summary>
    public void Enter(ref Utf8JsonReader reader) => _steps.Add(((int)reader.TokenStartIndex + 1, reader.ValueSpan.Length, -1));

    /// <summary>Enters an element of an array.</summary>
    public void EnterElement() => _steps.Add((0, 0, 0));

    /// <summary>Goes on to the next element.</summary>
    public void NextElement() => _steps[^1] = (0, 0, _steps[^1].Index + 1);

    public void Leave() => _steps.RemoveAt(_steps.Count - 1);

    /// <summary><c>$.user.ages[2]</c>; of a deep place, its last steps.</summary>
    public string Text(ReadOnlySpan<byte> json)
    {
        var text = new StringBuilder(_steps.Count > MaxShown ? "$..." : "$");
        foreach (var (start, length, index) in _steps.Skip(Math.Max(0, _steps.Count - MaxShown)))
        {
            if (index >= 0)
            {
                text.Append('[').Append(index).Append(']');
            }
            else
            {
                text.Append('.').Append(Shown.Short(json.Slice(start, length)));
            }
        }

        return text.ToString();
    }
}
