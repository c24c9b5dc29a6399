// A small scorer of tags: exact matching, with two policies for illegal tags. It knows nothing of nerconform.
// `mistake` is one of MISTAKES, which makes the scorer wrong, to show that the golden cases find it.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace scorer {

using Tags = std::vector<std::string>;
using Sentences = std::vector<Tags>;
// Type, start and end in tokens, the end exclusive.
using Entity = std::tuple<std::string, int, int>;

inline const std::vector<std::string> MISTAKES = {
    "ignores types", "merges touching entities", "loses an entity at the end", "joins sentences",
    "does not close at E", "skips S", "takes the type after the last hyphen", "lower-cases types",
    "adds precision and recall to F1", "averages over gold types"};

// What each prefix means: B first, I inner, E last, S only token of an entity.
inline const std::map<std::string, std::map<std::string, char>> SCHEMES = {
    {"IO", {{"I", 'I'}}},
    {"IOB1", {{"B", 'B'}, {"I", 'I'}}},
    {"IOB2", {{"B", 'B'}, {"I", 'I'}}},
    {"IOE1", {{"I", 'I'}, {"E", 'E'}}},
    {"IOE2", {{"I", 'I'}, {"E", 'E'}}},
    {"BIOES", {{"B", 'B'}, {"I", 'I'}, {"E", 'E'}, {"S", 'S'}}},
    {"BILOU", {{"B", 'B'}, {"I", 'I'}, {"L", 'E'}, {"U", 'S'}}},
    {"BMES", {{"B", 'B'}, {"M", 'I'}, {"E", 'E'}, {"S", 'S'}}},
    {"BMEWO", {{"B", 'B'}, {"M", 'I'}, {"E", 'E'}, {"W", 'S'}}},
    {"BIOS", {{"B", 'B'}, {"I", 'I'}, {"S", 'S'}}}};
inline const std::map<std::string, std::string> ALIASES = {
    {"BIO", "IOB2"}, {"IOBES", "BIOES"}, {"BIOUL", "BILOU"}, {"BMEOW", "BMEWO"}};
inline const std::set<std::string> FOUR_PREFIXES = {"BIOES", "BILOU", "BMES", "BMEWO"};

inline double divide(double above, double below) { return below == 0 ? 0 : above / below; }

// True positives, predicted entities (act) and gold entities (pos).
struct Counts {
    int tp = 0, act = 0, pos = 0;

    double value(const std::string& quantity, const std::string& mistake) const {
        const double precision = divide(tp, act), recall = divide(tp, pos);
        if (quantity == "tp") return tp;
        if (quantity == "act") return act;
        if (quantity == "pos") return pos;
        if (quantity == "fp") return act - tp;
        if (quantity == "fn") return pos - tp;
        if (quantity == "precision") return precision;
        if (quantity == "recall") return recall;
        if (mistake == "adds precision and recall to F1") return (precision + recall) / 2;
        const double beta = std::stod(quantity.substr(1)), square = beta * beta;
        return divide((1 + square) * precision * recall, square * precision + recall);
    }
};

using Types = std::map<std::string, Counts>;

class Scorer {
  public:
    // The policy is `lenient` (conlleval's rule) or `discard`.
    Scorer(const std::string& name, const std::string& policy, std::string mistake)
        : scheme(ALIASES.count(name) ? ALIASES.at(name) : name), strict(policy == "discard"), mistake(std::move(mistake)) {
        if (!SCHEMES.count(scheme)) throw std::invalid_argument("no such scheme: " + name);
    }

    // The entities of one sentence.
    std::vector<Entity> decode(const Tags& tags) const {
        const bool needs_b = strict && (scheme == "IOB2" || scheme == "BIOS" || FOUR_PREFIXES.count(scheme));
        const bool needs_e = strict && (scheme == "IOE2" || FOUR_PREFIXES.count(scheme));
        const bool needs_i = strict && scheme == "BIOS";
        std::vector<Entity> entities;
        std::optional<std::string> open;
        int start = 0;
        for (int at = 0; at < static_cast<int>(tags.size()); ++at) {
            const auto [role, type] = parse(tags[at]);
            const bool merges = role == 'B' && mistake == "merges touching entities";
            if (!(open && *open == type && (role == 'I' || role == 'E' || merges))) {
                if (open && !needs_e && !(needs_i && at == start + 1)) entities.emplace_back(*open, start, at);
                open.reset();
                if (role == 'B' || role == 'S' || (role != 'O' && !needs_b)) open = type;
                start = at;
            }
            if (open && (role == 'E' || role == 'S')) {
                entities.emplace_back(*open, start, at + 1);
                open.reset();
            }
        }
        const int size = static_cast<int>(tags.size());
        if (open && !needs_e && !(needs_i && size == start + 1) && mistake != "loses an entity at the end")
            entities.emplace_back(*open, start, size);
        return entities;
    }

    // The counts of each type.
    Types count(Sentences gold, Sentences pred) const {
        if (gold.size() != pred.size()) throw std::invalid_argument("different numbers of sentences");
        for (std::size_t i = 0; i < gold.size(); ++i)
            if (gold[i].size() != pred[i].size()) throw std::invalid_argument("a sentence has two lengths");
        if (mistake == "joins sentences") {
            gold = joined(gold);
            pred = joined(pred);
        }
        Types types;
        for (std::size_t i = 0; i < gold.size(); ++i) {
            const auto right = decode(gold[i]);
            for (const auto& entity : right) ++types[std::get<0>(entity)].pos;
            for (const auto& entity : decode(pred[i])) {
                Counts& counts = types[std::get<0>(entity)];
                ++counts.act;
                counts.tp += std::find(right.begin(), right.end(), entity) != right.end();
            }
        }
        return types;
    }

    // One number by its scope (micro, macro, weighted, or type:X) and its quantity (tp, precision, f0.5, ...).
    double value(const Types& types, const std::string& scope, const std::string& quantity) const {
        if (scope.rfind("type:", 0) == 0) {
            const auto found = types.find(scope.substr(5));
            return (found == types.end() ? Counts{} : found->second).value(quantity, mistake);
        }
        Counts whole;
        double sum = 0, weights = 0;
        for (const auto& [type, counts] : types) {
            whole.tp += counts.tp;
            whole.act += counts.act;
            whole.pos += counts.pos;
            if (mistake == "averages over gold types" && counts.pos == 0) continue;
            const double weight = scope == "macro" ? 1 : counts.pos;
            sum += weight * counts.value(quantity, mistake);
            weights += weight;
        }
        return scope == "micro" ? whole.value(quantity, mistake) : divide(sum, weights);
    }

  private:
    std::string scheme;
    bool strict;
    std::string mistake;

    std::pair<char, std::string> parse(const std::string& tag) const {
        if (tag == "O") return {'O', ""};
        const auto at = tag.find('-');
        const auto& roles = SCHEMES.at(scheme);
        if (at == std::string::npos || !roles.count(tag.substr(0, at)) || tag.size() == at + 1)
            throw std::invalid_argument("not a tag of this scheme: " + tag);
        const char role = roles.at(tag.substr(0, at));
        std::string type = tag.substr((mistake == "takes the type after the last hyphen" ? tag.rfind('-') : at) + 1);
        if (mistake == "ignores types") type = "X";
        if (mistake == "lower-cases types")
            for (char& one : type) one = static_cast<char>(std::tolower(static_cast<unsigned char>(one)));
        if (mistake == "skips S" && role == 'S') return {'O', ""};
        if (mistake == "does not close at E" && role == 'E') return {'I', type};
        return {role, type};
    }

    static Sentences joined(const Sentences& sentences) {
        Tags all;
        for (const auto& tags : sentences) all.insert(all.end(), tags.begin(), tags.end());
        return {all};
    }
};

}  // namespace scorer
