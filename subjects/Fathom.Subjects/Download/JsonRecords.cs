using System.Globalization;
using System.Text;

namespace Fathom.Subjects.Download;

/// <summary>JSON as services send it: one object a line, the same members, values that differ. From a seed, so the same
/// everywhere.</summary>
internal static class JsonRecords
{
    private static readonly string[] GivenNames =
        ["Aarav", "Amelia", "Ana", "Chen", "Dimitri", "Elif", "Emma", "Fatima", "Hannah", "Ivan", "Jamal", "José", "Kenji", "Lena", "Liam",
            "Mateo", "Mei", "Noah", "Olga", "Priya", "Sofia", "Thabo", "Wei", "Zoë"];

    private static readonly string[] FamilyNames =
        ["Andersson", "Bianchi", "Chang", "Dubois", "Eze", "Fischer", "García", "Haddad", "Ivanova", "Jensen", "Kaya", "Kim", "Kowalski",
            "Lopez", "Müller", "Nguyen", "Okafor", "Patel", "Rossi", "Sato", "Silva", "Smith", "Tanaka", "Zhang"];

    private static readonly string[] Cities =
        ["Berlin", "Bogotá", "Chicago", "Hanoi", "Istanbul", "Lagos", "Lyon", "Madrid", "Mumbai", "Osaka", "Porto", "Seoul", "Taipei",
            "Toronto", "Turin", "Warsaw"];

    private static readonly string[] Skills =
        ["accounting", "assembly", "C#", "carpentry", "data modelling", "first aid", "forklift", "gRPC", "logistics", "nursing", "Python",
            "sales", "SQL", "teaching", "translation", "welding"];

    public static byte[] Create(int size, int seed)
    {
        var random = new Random(seed);
        var text = new StringBuilder(size + 512);
        for (var id = 1; text.Length < size; id++)
        {
            var (given, family) = (Any(GivenNames), Any(FamilyNames));
            text.Append(CultureInfo.InvariantCulture,
                $"{{\"id\":{id},\"name\":\"{given} "
                    + $"{family}\",\"mail\":\"{given.ToLowerInvariant()}.{family.ToLowerInvariant()}{random.Next(100)}@example.org\",")
                .Append(CultureInfo.InvariantCulture,
                    $"\"phone\":\"+{random.Next(1, 99)} {random.Next(100, 999)} "
                        + $"{random.Next(1_000_000, 9_999_999)}\",\"city\":\"{Any(Cities)}\",")
                .Append(CultureInfo.InvariantCulture,
                    $"\"born\":\"{random.Next(1950, 2005)}-{random.Next(1, 13):00}-{random.Next(1, 29):00}\","
                        + $"\"salary\":{random.Next(18_000, 140_000)},")
                .Append(CultureInfo.InvariantCulture,
                    $"\"skills\":[\"{Any(Skills)}\",\"{Any(Skills)}\"],\"rating\":{random.NextDouble() * 5:0.00},"
                        + $"\"active\":{(random.Next(4) > 0 ? "true" : "false")}}}\n");
        }

        return Encoding.UTF8.GetBytes(text.ToString()).AsSpan(0, size).ToArray();

        string Any(string[] words) => words[random.Next(words.Length)];
    }
}
