using System.Text.Json;

namespace Fathom.Plants;

/// <summary>Messages as JSON, by reflection, back and forth.</summary>
internal static class JsonMessages
{
    private const int Messages = 60_000;

    public static void Run()
    {
        var order = new Order("order", [.. Enumerable.Range(0, 20).Select(i => new Line($"item {i}", i, 1.5m * i))]);
        var length = 0L;
        for (var i = 0; i < Messages; i++)
        {
            length += Exchange(order);
        }

        Console.WriteLine(length);
    }

    private static int Exchange(Order order)
    {
        var text = JsonSerializer.Serialize(order);
        return JsonSerializer.Deserialize<Order>(text)!.Lines.Count + text.Length;
    }

    private sealed record Order(string Name, IReadOnlyList<Line> Lines);

    private sealed record Line(string Item, int Count, decimal Price);
}
